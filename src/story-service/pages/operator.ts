import { html, type Markup } from "../../shared/html.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { cleanLine } from "../../shared/text.ts";
import { type LogLine, readLog } from "../accounts/audit-log.ts";
import { listCredentials } from "../accounts/credentials.ts";
import { listCredits, type PlainMovement } from "../operator/add-credits.ts";
import {
  describeState,
  type ListedAccount,
  listAccounts,
  searchAccounts,
} from "../operator/manage-accounts.ts";
import {
  type Field,
  type Operation,
  operationNamed,
  operations,
  type Question,
  readValues,
} from "../operator/operations.ts";
import { accountNamed, type OperationResult, type Operator, refusal } from "../operator/operator.ts";
import { type ListedWork, listWork } from "../operator/work.ts";
import { notFound } from "../stories/read-story.ts";
import { type KeysPaths, serveKeys } from "./keys.ts";
import { formatNumber, formatTime, hidden, notice, operatorPath, type Page } from "./page.ts";
import { type Answer, refusalWords, type Site, type Visit } from "./site.ts";

const accountsPerPage = 50;
const linesPerPage = 100;
const workMost = 200;
const logLines = 20;

const accountPath = (id: string): string => `${operatorPath}/accounts/${encodeURIComponent(id)}`;

/**
 * The operator's pages, which do the same as `serve admin`. Each operation with a button has a form and, if it asks a question, the question,
 * both built from its declaration. Each change is logged with the operator's name.
 */
export function serveOperator(site: Site<Operator>): void {
  site.ownPage(operatorPath, () => ({ redirect: `${operatorPath}/accounts` }));
  serveAccounts(site);
  serveAccountKeys(site);
  site.ownPage(`${operatorPath}/work`, (visit, operator) => showWork(visit, operator));
  for (const operation of operations.filter(({ button }) => button !== undefined))
    serveOperation(site, operation);
  site.ownPage(`${operatorPath}/health`, async (_, operator) =>
    healthPage(await operationNamed("health").run(operator, "", {})),
  );
  site.ownPage(`${operatorPath}/log`, async ({ parts, request }) => {
    const account = textIn(request, "account").trim();
    const before = /^\d{1,15}$/.exec(textIn(request, "before"))?.[0] ?? null;
    const newest = await readLog(parts.store, {
      accountId: account === "" ? null : account,
      before: before === null ? null : Number(before),
      limit: linesPerPage + 1,
    });
    // The oldest one more says that there are others.
    const lines = newest.reverse().slice(0, linesPerPage);
    const next = newest.length > lines.length ? (lines.at(-1)?.seq ?? null) : null;
    return logPage({ lines, account, next });
  });
}

/** A parameter of the query; empty if there is none, or several. */
function textIn({ query }: Visit["request"], name: string): string {
  const value = (query as Readonly<Record<string, unknown>>)[name];
  return typeof value === "string" ? value : "";
}

/** The name of what an operation is done to, or of a key, in the request's path. */
function inPath({ request: { params } }: Visit): { readonly id: string; readonly key: string } {
  const { id = "", key = "" } = params as { id?: string; key?: string };
  return { id, key };
}

/** Where an operation's form is, and the page that shows what came of it. */
function placeOf({ name, to }: Operation): {
  readonly path: string;
  readonly back: (id: string) => string;
  readonly show: (visit: Visit, operator: Operator, notes: Notes & { readonly id: string }) => Promise<Page>;
} {
  const verb = name.split(" ").at(-1) ?? name;
  if (to?.argument === "<id>") {
    const back = `${operatorPath}/work`;
    return { path: `${back}/:id/${verb}`, back: () => back, show: showWork };
  }
  if (to?.read !== undefined)
    return { path: `${operatorPath}/new-account`, back: () => `${operatorPath}/accounts`, show: showAccount };
  return { path: `${operatorPath}/accounts/:id/${verb}`, back: accountPath, show: showAccount };
}

/** What was done, or why it was not. */
interface Notes {
  readonly told?: OperationResult;
  readonly fault?: { readonly status: number; readonly sentence: string };
}

function serveOperation(site: Site<Operator>, operation: Operation): void {
  const { path, back, show } = placeOf(operation);
  const isNew = path.endsWith("/new-account");
  const targetOf = (visit: Visit): string => (isNew ? (visit.form.get("id") ?? "").trim() : inPath(visit).id);
  const actionFor = (id: string): string => path.replace(":id", encodeURIComponent(id));
  const isThere = async (visit: Visit, id: string): Promise<void> => {
    if (!isNew && path.includes("/accounts/")) await accountNamed(visit.parts.store, id);
  };
  site.ownPage(path, async (visit, operator) => {
    const id = targetOf(visit);
    await isThere(visit, id);
    const form = { action: actionFor(id), back: back(id) };
    const question = Object.keys(operation.fields).length === 0 ? (operation.asks?.(id, {}) ?? null) : null;
    if (question !== null) return askPage(visit.token, question, { ...form, fields: {} });
    return formPage(visit.token, operation, { ...form, id: isNew ? id : null, operator, given: null });
  });
  site.ownForm(path, async (visit, operator) => {
    const id = targetOf(visit);
    await isThere(visit, id);
    const { form } = visit;
    const given = (name: string): string | null => {
      const text = form.get(name)?.trim() ?? "";
      return text === "" ? null : text;
    };
    const shown = { action: actionFor(id), back: back(id) };
    const faulty = (sentence: string, status = 400): Page =>
      formPage(visit.token, operation, {
        ...shown,
        id: isNew ? id : null,
        operator,
        given,
        fault: { status, sentence },
      });
    if (operation.to?.read?.test(id) === false) return faulty(`The name is ${operation.to.expected}.`);
    const read = readValues(operation, given, operator.world);
    if ("fault" in read) {
      const { field } = read.fault;
      return faulty(`${field.label ?? field.flag}: ${field.expected}. Nothing was changed.`);
    }
    const { values } = read;
    const missing = operation.refuses?.(values, (name) => given(String(name)) !== null) ?? null;
    if (missing !== null) return faulty(`${missing} Nothing was changed.`);
    // Under a new one, a form that is sent twice would be done twice.
    if ("reference" in values && given("reference") === null)
      return faulty("Give a reference. Nothing was changed.");
    const question = operation.asks?.(id, values) ?? null;
    // A question without fields is the form itself.
    if (question !== null && Object.keys(operation.fields).length > 0 && form.get("sure") !== "yes")
      return askPage(visit.token, question, {
        ...shown,
        fields: { ...Object.fromEntries(form), sure: "yes" },
      });
    try {
      return await show(visit, operator, { id, told: await operation.run(operator, id, values) });
    } catch (error) {
      const words = refusalWords(error);
      if (words === null) throw error;
      if (Object.keys(operation.fields).length > 0) return faulty(words.sentence, words.status);
      return show(visit, operator, { id, fault: words });
    }
  });
}

interface FormView {
  readonly action: string;
  readonly back: string;
  /** Of what is made, typed in the form; null where the address names it. */
  readonly id: string | null;
  readonly operator: Operator;
  /** What was sent; null: the first time. */
  readonly given: ((name: string) => string | null) | null;
  readonly fault?: { readonly status: number; readonly sentence: string };
}

/** The form of an operation with its fields. */
function formPage(token: string, operation: Operation, view: FormView): Page {
  const { action, back, id, operator, given, fault } = view;
  const fields = Object.entries(operation.fields as Record<string, Field<unknown>>)
    .filter(([, { label }]) => label !== undefined)
    .map(([name, field]) => {
      const standard = field.standard?.(operator.world) ?? "";
      const value =
        given === null ? (typeof standard === "boolean" ? "" : String(standard)) : (given(name) ?? "");
      return inputFor(name, field, value);
    });
  return {
    status: fault?.status ?? 200,
    title: operation.button ?? operation.name,
    content: html`<section class="card narrow">
<h1>${operation.button ?? ""}</h1>
${notice(fault?.sentence ?? null)}
<form method="post" action="${action}">
${hidden(token)}
${
  id !== null &&
  html`<p class="field"><label for="id">Name</label>
<input id="id" name="id" type="text" value="${id}" maxlength="64" autocomplete="off" autocapitalize="none" spellcheck="false" required aria-describedby="id-help">
<small id="id-help">Letters, digits and . _ @ -. Its owner signs in with it.</small></p>`
}
${fields}
<p class="buttons"><button>${operation.button ?? ""}</button> <a class="button quiet" href="${back}">Cancel</a></p>
</form>
</section>`,
  };
}

function inputFor(
  name: string,
  { label = "", hint, input, standard }: Field<unknown>,
  value: string,
): Markup {
  if (input === "check")
    return html`<p class="choice"><input type="checkbox" id="${name}" name="${name}" value="yes"${value !== "" && html` checked`}>
<label for="${name}">${label} ${hint !== undefined && html`<span>${hint}</span>`}</label></p>`;
  if (typeof input === "object")
    return html`<fieldset><legend>${label}</legend>${input.choices.map(
      (
        choice,
      ) => html`<p class="choice"><input type="radio" id="${choice}" name="${name}" value="${choice}"${value === choice && html` checked`} required>
<label for="${choice}">${choice}</label></p>`,
    )}</fieldset>`;
  return html`<p class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${input}" value="${value}" autocomplete="off"${standard === undefined && html` required`}${hint !== undefined && html` aria-describedby="${name}-help"`}>
${hint !== undefined && html`<small id="${name}-help">${hint}</small>`}</p>`;
}

/** Asks before something that is hard to undo. */
function askPage(
  token: string,
  { title, sentence, button }: Question,
  { action, back, fields }: { action: string; back: string; fields: Readonly<Record<string, string>> },
): Page {
  const kept = Object.entries(fields).filter(([name]) => name !== "token");
  return {
    status: 200,
    title,
    content: html`<section class="card narrow">
<h1>${title}</h1>
<p>${sentence}</p>
<form method="post" action="${action}">
${hidden(token)}${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p class="buttons"><button class="danger">${button}</button> <a class="button quiet" href="${back}">Cancel</a></p>
</form>
</section>`,
  };
}

function notesOf({ told, fault }: Notes): Markup {
  const secret = told?.secret;
  return html`${
    secret !== undefined &&
    html`<section class="card made" role="status"><h2>Its sign-in secret</h2>
<p>With this secret its owner signs in to the pages. It is shown this once, and the service keeps only a hash of it.</p>
<p><code class="secret">${secret}</code></p></section>`
  }${(told?.lines ?? []).map((line) => html`<p class="card made" role="status">${line}</p>`)}${notice(fault?.sentence ?? null)}`;
}

function serveAccounts(site: Site<Operator>): void {
  site.ownPage(`${operatorPath}/accounts`, async ({ parts, request }) => {
    const search = textIn(request, "search").trim();
    const after = textIn(request, "after");
    const found = await searchAccounts(parts.store, { search, after, limit: accountsPerPage + 1 });
    const accounts = found.slice(0, accountsPerPage);
    const next = found.length > accounts.length ? (accounts.at(-1)?.id ?? null) : null;
    const more = next === null ? null : new URLSearchParams({ search, after: next }).toString();
    return {
      status: 200,
      title: "Accounts",
      content: html`<h1>Accounts</h1>
<form class="search" method="get" action="${operatorPath}/accounts" role="search">
<p class="field"><label for="search">Name, or a part of it</label>
<input id="search" name="search" type="text" value="${search}" maxlength="64" autocapitalize="none" spellcheck="false"></p>
<p class="buttons"><button>Search</button> <a class="button quiet" href="${operatorPath}/new-account">New account</a></p>
</form>
${accounts.length === 0 && html`<p class="empty">${search === "" ? "There are no accounts yet." : "No account name contains that text."}</p>`}
<ul class="books">${accounts.map(accountEntry)}</ul>
${more !== null && html`<p class="pages"><a href="${operatorPath}/accounts?${more}">More accounts</a></p>`}`,
    };
  });
  site.ownPage(`${operatorPath}/accounts/:id`, (visit, operator) =>
    showAccount(visit, operator, { id: inPath(visit).id }),
  );
}

function accountEntry(account: ListedAccount): Markup {
  const { id, plan, unlimited, available, reserved, stories } = account;
  const state = describeState(account);
  return html`<li class="card"><h2><a href="${accountPath(id)}"><bdi>${id}</bdi></a></h2>
<span class="soft">${unlimited ? "unlimited credits" : `${formatNumber(available)} credits`}${reserved > 0 && `, ${formatNumber(reserved)} reserved`}</span>
<span class="soft">${plan}</span>
<span class="soft">${stories === 1 ? "1 story" : `${formatNumber(stories)} stories`}</span>
${state === "open" ? html`<span class="soft">open</span>` : html`<strong class="state">${state}</strong>`}</li>`;
}

/** An account, for its operator, with what was done to it. */
async function showAccount(
  { parts, token }: Visit,
  _operator: Operator,
  { id, ...notes }: Notes & { readonly id: string },
): Promise<Page> {
  const { store } = parts;
  await accountNamed(store, id);
  const [account] = await listAccounts(store, id);
  if (account === undefined) throw new Error("an existing account is not listed");
  const movements = (await listCredits(store, id)).reverse();
  const log = (await readLog(store, { accountId: id, limit: logLines })).reverse();
  const { unlimited, available, reserved, spent, plan, stories, createdAt, deleted } = account;
  const figure = (value: string, words: string) => html`<p><strong>${value}</strong> ${words}</p>`;
  return {
    status: notes.fault?.status ?? 200,
    title: id,
    content: html`<h1><bdi>${id}</bdi></h1>
${notesOf(notes)}
<section class="card figures" aria-label="Credits">
${figure(unlimited ? "unlimited" : formatNumber(available), "credits available")}
${figure(formatNumber(reserved), "reserved")}
${figure(formatNumber(spent), "spent")}
</section>
<section class="card" aria-label="Settings"><dl class="wide-list">
<div><dt>State</dt><dd>${describeState(account)}</dd></div>
<div><dt>Plan</dt><dd>${plan}</dd></div>
<div><dt>Stories</dt><dd>${formatNumber(stories)}</dd></div>
<div><dt>Made</dt><dd>${formatTime(createdAt)}</dd></div>
</dl>
${!deleted && actionsFor(token, account)}</section>
<h2>Movements that are no story’s</h2>
${movements.length === 0 ? html`<p class="empty">There are none.</p>` : movementList(movements)}
<h2>Log</h2>
${logList(log, false)}
<p class="pages"><a href="${operatorPath}/log?${new URLSearchParams({ account: id }).toString()}">All of its log</a></p>`,
  };
}

/** A button for each operation on an account: a form of its own where nothing is asked. */
function actionsFor(token: string, { id, banned, emailConfirmed }: ListedAccount): Markup {
  const fits: Readonly<Record<string, boolean>> = {
    "accounts ban": !banned,
    "accounts unban": banned,
    "accounts confirm": !emailConfirmed,
  };
  const shown = operations.filter(
    ({ name, to, button }) =>
      button !== undefined && to?.argument === "<account>" && to.read === undefined && (fits[name] ?? true),
  );
  return html`<div class="buttons">
<a class="button quiet" href="${accountPath(id)}/keys">Keys</a>
${shown.map((operation) => {
  const path = placeOf(operation).path.replace(":id", encodeURIComponent(id));
  const isAsked = operation.asks !== undefined || Object.keys(operation.fields).length > 0;
  return isAsked
    ? html`<a class="button quiet" href="${path}">${operation.button ?? ""}</a>`
    : html`<form method="post" action="${path}">${hidden(token)}<button class="quiet">${operation.button ?? ""}</button></form>`;
})}
</div>`;
}

const movementWords: Readonly<Record<string, string>> = {
  opening: "Opening balance",
  "top-up": "Added by the operator",
  correction: "Taken away by the operator",
};

function movementList(movements: readonly PlainMovement[]): Markup {
  return html`<ol class="card log">${movements.map(
    ({
      at,
      reason,
      credits,
      note,
      reference,
    }) => html`<li><strong>${movementWords[reason] ?? reason}: ${credits > 0 ? "+" : "−"}${formatNumber(Math.abs(credits))}</strong>
<span class="soft">${formatTime(at)}</span>
${note !== null && html`<span><bdi>${cleanLine(note)}</bdi></span>`}
${reference !== null && html`<span class="facts">reference: <bdi>${cleanLine(reference)}</bdi></span>`}</li>`,
  )}</ol>`;
}

/** The keys and connections of an account, for its operator. */
function serveAccountKeys(site: Site<Operator>): void {
  const path = `${operatorPath}/accounts/:id/keys`;
  serveKeys(site, path, async (visit, { actor }) => {
    const { id, settings } = await accountNamed(visit.parts.store, inPath(visit).id);
    if (settings.deleted) throw refusal({ code: "account_deleted", name: id });
    return { id, actor, paths: keyPaths(id) };
  });
  site.ownPage(`${path}/:key/revoke`, async (visit): Promise<Answer> => {
    const { parts, token } = visit;
    const { id, key } = inPath(visit);
    const found = (await listCredentials(parts.store, id, parts.clock())).find((one) => one.id === key);
    if (found === undefined) throw notFound();
    const what = found.kind === "key" ? "key" : "connection";
    const question = {
      title: `Revoke the ${what} ${found.name} of ${id}?`,
      sentence:
        "It will be refused from its next request on, and can't be restored. Work already ordered with it continues.",
      button: "Revoke",
    };
    const paths = keyPaths(id);
    return askPage(token, question, { action: paths.revoke(key), back: paths.keys, fields: {} });
  });
}

function keyPaths(id: string): KeysPaths {
  const keys = `${accountPath(id)}/keys`;
  const of = { id, page: accountPath(id) };
  return { keys, revoke: (key) => `${keys}/${key}/revoke`, revokeAsks: true, of };
}

const stateWords: Readonly<Record<ListedWork["state"], string>> = {
  dead: "given up",
  stuck: "stuck",
  waiting: "waiting",
  "under way": "under way",
};

/** Work that is not done: what is stuck, what was given up, and after a click all else. */
async function showWork(
  { parts, request, token }: Visit,
  operator: Operator,
  notes: Notes = {},
): Promise<Page> {
  const all = await listWork(parts.store, operator.now());
  const showsAll = textIn(request, "show") === "all";
  const wanted = all.filter(({ state }) => showsAll || state === "dead" || state === "stuck");
  const more = wanted.length - Math.min(wanted.length, workMost);
  const others = all.length - wanted.length;
  return {
    status: notes.fault?.status ?? 200,
    title: "Work",
    content: html`<h1>Work</h1>
<p>What was given up has had its credits returned: ordering it again charges its account again, as a new story would.</p>
${notesOf(notes)}
${wanted.length === 0 && html`<p class="empty">${showsAll ? "There is no unfinished work." : "No work is stuck or was given up."}</p>`}
<ul class="holdings">${wanted.slice(0, workMost).map((one) => workEntry(token, one))}</ul>
${more > 0 && html`<p class="soft">and ${pluralize(more, "more")}, which the command shows: coursebinder serve admin work list</p>`}
${others > 0 && html`<p class="pages"><a href="${operatorPath}/work?show=all">${pluralize(others, "other job")} waiting or under way</a></p>`}`,
  };
}

function workEntry(
  token: string,
  { id, kind, state, accountId, storyId, attempts, dueAt, reason }: ListedWork,
): Markup {
  const fact = (name: string, value: Markup) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<li class="card"><h2>${kind === "writing" ? "Writing" : "Narration"} ${id}: ${stateWords[state]}</h2>
<dl>
${fact("Account", html`<a href="${accountPath(accountId)}"><bdi>${accountId}</bdi></a>`)}
${fact("Story", html`<code class="id">${storyId}</code>`)}
${fact("Begun", html`${pluralize(attempts, "time")}`)}
${fact("Due", formatTime(dueAt))}
${reason !== null && fact("Reason", html`<bdi>${cleanLine(reason)}</bdi>`)}
</dl>
${
  state === "dead" &&
  html`<div class="buttons"><form method="post" action="${operatorPath}/work/${id}/retry">${hidden(token)}<button aria-label="Order again: job ${id}">Order again</button></form>
<a class="button danger" href="${operatorPath}/work/${id}/dismiss" aria-label="Dismiss job ${id}">Dismiss</a></div>`
}</li>`;
}

/** How the service is. */
function healthPage({ lines = [], findings = [] }: OperationResult): Page {
  return {
    status: 200,
    title: "Health",
    content: html`<h1>Health</h1>
${findings.length > 0 && html`<section class="notice" aria-label="To see to"><ul class="plain">${findings.map((finding) => html`<li>${finding}</li>`)}</ul></section>`}
<section class="card" aria-label="Figures"><ul class="plain">${lines.map((line) => html`<li>${line}</li>`)}</ul></section>`,
  };
}

interface LogView {
  /** The newest first. */
  readonly lines: readonly LogLine[];
  /** Whose lines alone; empty: everyone's. */
  readonly account: string;
  /** The cursor of the next page; null on the last one. */
  readonly next: number | null;
}

/** Who did what to which account. */
function logPage({ lines, account, next }: LogView): Page {
  const more = next === null ? null : new URLSearchParams({ account, before: String(next) }).toString();
  return {
    status: 200,
    title: "Log",
    content: html`<h1>Log</h1>
<form class="search" method="get" action="${operatorPath}/log" role="search">
<p class="field"><label for="account">Of this account alone</label>
<input id="account" name="account" type="text" value="${account}" maxlength="64" autocapitalize="none" spellcheck="false"></p>
<p class="buttons"><button>Show</button></p>
</form>
${logList(lines, true)}
${more !== null && html`<p class="pages"><a href="${operatorPath}/log?${more}">Older</a></p>`}`,
  };
}

/** Lines of the log, in the order given. `withAccount`: each names its account. */
function logList(lines: readonly LogLine[], withAccount: boolean): Markup {
  if (lines.length === 0) return html`<p class="empty">Nothing has been logged.</p>`;
  return html`<ol class="card log">${lines.map(({ at, actor, what, accountId, details }) => {
    const facts = Object.entries(details).map(
      ([name, value], index) => html`${index > 0 && ", "}${name}: <bdi>${cleanLine(factOf(value))}</bdi>`,
    );
    return html`<li><strong>${what}</strong>
<span class="soft">by <bdi>${cleanLine(actor)}</bdi>, ${formatTime(at)}</span>
${withAccount && accountId !== null && html`<a href="${accountPath(accountId)}"><bdi>${cleanLine(accountId)}</bdi></a>`}
${facts.length > 0 && html`<span class="facts">${facts}</span>`}</li>`;
  })}</ol>`;
}

function factOf(value: unknown): string {
  if (value === null) return "none";
  return Array.isArray(value) ? value.join(" ") : String(value);
}
