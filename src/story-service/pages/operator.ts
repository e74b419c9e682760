import { html, type Markup } from "../../shared/html.ts";
import { pluralize } from "../../shared/pluralize.ts";
import { showAccounts, showCredits } from "../operator/accounts.ts";
import { showLog } from "../operator/health.ts";
import { type Field, keyOperations, type Operation, operations, readValues } from "../operator/operations.ts";
import { accountNamed, type OperationResult, type Operator, type Table } from "../operator/operator.ts";
import { operatorRefusal } from "../operator/problem.ts";
import { hidden, notice, operatorPath, type Page, sites } from "./page.ts";
import type { Site, Visit } from "./site.ts";

const rowsMost = 500;
const logLines = 20;
const accountPage = "account/:account";

const all = [...operations, ...keyOperations];
/** Each offered operation, with the page that offers it, whether it is offered for each row, and its own address. */
const offered = all.flatMap((operation) => {
  const { on } = operation;
  if (on === undefined) return [];
  const page = on.replace(/\/:to$/, "");
  return [{ operation, page, isOfRow: page !== on, path: `${on}/${operation.name.split(" ").at(-1)}` }];
});
type Offered = (typeof offered)[number];

/** What an address names: an account, and the row that an operation is done to. */
interface Params {
  readonly account?: string;
  readonly to?: string;
}

const hrefOf = (path: string, params: Params): string =>
  `${operatorPath}/${path.replace(/:(account|to)/g, (_, name: keyof Params) => encodeURIComponent(params[name] ?? ""))}`;

/** The operator's pages, which do the same as `serve admin` and `serve keys`, and are made from the same declarations. */
export function serveOperator(site: Site<Operator>): void {
  site.ownPage(operatorPath, () => ({ redirect: sites.operator.home }));
  for (const page of [accountPage, ...all.flatMap((operation) => operation.page ?? [])])
    site.ownPage(`${operatorPath}/${page}`, (visit, operator) => show(visit, operator, page));
  for (const one of offered) {
    site.ownPage(`${operatorPath}/${one.path}`, (visit, operator) => askFor(visit, operator, one));
    site.ownForm(`${operatorPath}/${one.path}`, (visit, operator) => carryOut(visit, operator, one));
  }
}

type Fault = Pick<NonNullable<ReturnType<typeof operatorRefusal>>, "status" | "sentence">;

/** What was done, or why it was not. */
interface Notes {
  readonly told?: OperationResult;
  readonly fault?: Fault;
}

interface Section {
  readonly heading?: string;
  readonly result: OperationResult;
}

/** A page: what was done, the operations that it offers, and what its own operation shows. */
async function show(visit: Visit, operator: Operator, page: string, notes: Notes = {}): Promise<Page> {
  const params = visit.request.params as Params;
  const { account = null } = params;
  const reading = all.find((operation) => operation.page === page);
  const sections = await (reading === undefined
    ? accountSections(operator, account ?? "")
    : sectionsOf(reading, visit, operator));
  const word = page.split("/").at(-1) ?? "";
  const title = reading === undefined ? (account ?? "") : word.charAt(0).toUpperCase() + word.slice(1);
  const state = page === accountPage ? stateOf(sections[0]?.result.table) : "";
  const buttons = offered.filter((one) => one.page === page && !one.isOfRow && one.operation.fits(state));
  const beside = page === accountPage ? "keys" : page.startsWith(accountPage) ? "" : null;
  return {
    status: notes.fault?.status ?? 200,
    title,
    content: html`<h1>${title}${account !== null && account !== title && html` of <bdi>${account}</bdi>`}</h1>
${notice(notes.fault?.sentence ?? null)}${notes.told !== undefined && html`<section class="made card" role="status">${resultOf(notes.told)}</section>`}
${reading !== undefined && searchForm(reading, visit, page)}
<div class="buttons">${beside !== null && html`<a class="button quiet" href="${hrefOf(accountPage, params)}/${beside}">${beside === "" ? "The account" : "Keys"}</a>`}
${buttons.map((one) => buttonOf(visit.token, one, params))}</div>
${sections.map(({ heading, result }) => html`${heading !== undefined && html`<h2>${heading}</h2>`}${resultOf(result, (row) => rowButtons(visit.token, { page, params, row }))}`)}`,
  };
}

async function accountSections(operator: Operator, id: string): Promise<Section[]> {
  await accountNamed(operator.store, id);
  return [
    { result: await showAccounts(operator, { id }) },
    { heading: "Credits", result: await showCredits(operator, id) },
    { heading: "Log", result: await showLog(operator, { accountId: id, limit: logLines }) },
  ];
}

/** What a page's own operation shows, with the values of the query. */
async function sectionsOf(operation: Operation, visit: Visit, operator: Operator): Promise<Section[]> {
  const { account } = visit.request.params as Params;
  if (account !== undefined) await accountNamed(operator.store, account);
  const read = readValues(operation, (name) => givenIn(visit, name), operator.world);
  if ("fault" in read)
    return [
      { result: { lines: [`${labelOf(read.fault.field)}: ${read.fault.field.expected}.`], document: {} } },
    ];
  return [{ result: await operation.run(operator, "", read.values) }];
}

/** A value from the address, the form or the query; null if there is none, or several. */
function givenIn({ request, form }: Visit, name: string): string | null {
  const query = request.query as Readonly<Record<string, unknown>>;
  const value = (request.params as Params)[name as keyof Params] ?? form.get(name) ?? query[name];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** The page on which an operation asks for its values or, if there are none, its question. */
async function askFor(visit: Visit, operator: Operator, one: Offered): Promise<Page> {
  const { operation } = one;
  const { account, to = account ?? "" } = visit.request.params as Params;
  if (account !== undefined) await accountNamed(operator.store, account);
  const question = fieldsOf(one, visit).length === 0 ? (operation.asks?.(to, {}) ?? null) : null;
  return question === null
    ? formPage(visit, operator, one)
    : questionPage(visit, one, { ...question, kept: [] });
}

async function carryOut(visit: Visit, operator: Operator, one: Offered): Promise<Page> {
  const { operation, page } = one;
  const { account, to = account } = visit.request.params as Params;
  const target = isTyped(one) ? (givenIn(visit, "target") ?? "") : (to ?? "");
  const fields = fieldsOf(one, visit);
  const isForm = fields.length > 0 || isTyped(one);
  const refuse = (sentence: string, status = 400) =>
    formPage(visit, operator, one, { status, sentence: sentence.replace(/ \(--\w+\)/, "") });
  if (account !== undefined) await accountNamed(operator.store, account);
  if (operation.to?.read?.test(target) === false)
    return refuse(`The name must be ${operation.to.expected}. Nothing was changed.`);
  // Emptied fields are refused: a new default, such as a new reference, would let a form that is sent twice take effect twice.
  const emptied = fields.find(
    ([name, field]) => prefill(field, operator) !== "" && givenIn(visit, name) === null,
  );
  const read = readValues(operation, (name) => givenIn(visit, name), operator.world);
  const wrong = "fault" in read ? read.fault.field : emptied?.[1];
  if ("fault" in read || wrong !== undefined)
    return refuse(`${labelOf(wrong)}: ${wrong?.expected}. Nothing was changed.`);
  const { values } = read;
  const why = operation.refuses?.(values, (name) => givenIn(visit, String(name)) !== null) ?? null;
  if (why !== null) return refuse(`${why} Nothing was changed.`);
  const question = operation.asks?.(target, values) ?? null;
  // Without fields, the question is the form itself.
  if (question !== null && isForm && visit.form.get("sure") !== "yes")
    return questionPage(visit, one, { ...question, kept: [...visit.form, ["sure", "yes"]] });
  try {
    return await show(visit, operator, page, { told: await operation.run(operator, target, values) });
  } catch (error) {
    const fault = operatorRefusal(error);
    if (fault === null) throw error;
    return isForm ? refuse(fault.sentence, fault.status) : show(visit, operator, page, { fault });
  }
}

/** Whether the operation's target is typed, because it is the name of something new. */
function isTyped({ operation: { to }, path }: Offered): boolean {
  return (
    to !== undefined && !path.includes(":to") && !(to.argument === "<account>" && path.includes(":account"))
  );
}

/** The fields of an operation's form: those that the address doesn't give. */
function fieldsOf({ operation }: Offered, { request }: Visit): [string, Field][] {
  const fields = Object.entries(operation.fields);
  return fields.filter(([name]) => !(name in (request.params as Params)));
}

function labelOf(field: Field | undefined): string {
  const name = field?.flag.replace(/^--|[<>]|(?<=\w) .*$/g, "") ?? "";
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function prefill({ standard, input }: Field, { world }: Operator): string {
  const value = input === "check" ? null : (standard?.(world) ?? null);
  return value === null ? "" : String(value);
}

function formPage(visit: Visit, operator: Operator, one: Offered, fault?: Fault): Page {
  const { operation, page, path } = one;
  const params = visit.request.params as Params;
  const inputs = fieldsOf(one, visit).map(([name, field]) =>
    inputFor(name, field, fault === undefined ? prefill(field, operator) : (givenIn(visit, name) ?? "")),
  );
  const title = operation.button ?? operation.name;
  return {
    status: fault?.status ?? 200,
    title,
    content: html`<section class="card narrow">
<h1>${title}</h1>
${notice(fault?.sentence ?? null)}
<form method="post" action="${hrefOf(path, params)}">
${hidden(visit.token)}
${
  isTyped(one) &&
  html`<p class="field"><label for="target">Name</label>
<input id="target" name="target" type="text" value="${givenIn(visit, "target")}" maxlength="100" autocomplete="off" autocapitalize="none" spellcheck="false" required aria-describedby="target-help">
<small id="target-help">${operation.to?.expected}</small></p>`
}
${inputs}
<p class="buttons"><button>${title}</button> <a class="button quiet" href="${hrefOf(page, params)}">Cancel</a></p>
</form>
</section>`,
  };
}

function inputFor(name: string, field: Field, value: string): Markup {
  const { help, input, standard } = field;
  if (input === "check")
    return html`<p class="choice"><input type="checkbox" id="${name}" name="${name}" value="yes"${value !== "" && html` checked`}>
<label for="${name}">${labelOf(field)} <span>${help}</span></label></p>`;
  if (typeof input === "object")
    return html`<fieldset><legend>${labelOf(field)}</legend>${input.choices.map(
      (
        choice,
      ) => html`<p class="choice"><input type="radio" id="${choice}" name="${name}" value="${choice}"${value === choice && html` checked`} required>
<label for="${choice}">${choice}</label></p>`,
    )}</fieldset>`;
  return html`<p class="field"><label for="${name}">${labelOf(field)}</label>
<input id="${name}" name="${name}" type="text" value="${value}" autocomplete="off"${standard === undefined && html` required`} aria-describedby="${name}-help">
<small id="${name}-help">${help}</small></p>`;
}

/** Asks before something that is hard to undo. */
function questionPage(
  visit: Visit,
  { page, path }: Offered,
  {
    title,
    sentence,
    button,
    kept,
  }: { title: string; sentence: string; button: string; kept: readonly [string, string][] },
): Page {
  const params = visit.request.params as Params;
  const fields = kept.filter(([name]) => name !== "token");
  return {
    title,
    content: html`<section class="card narrow">
<h1>${title}</h1>
<p>${sentence}</p>
<form method="post" action="${hrefOf(path, params)}">
${hidden(visit.token)}${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p class="buttons"><button class="danger">${button}</button> <a class="button quiet" href="${hrefOf(page, params)}">Cancel</a></p>
</form>
</section>`,
  };
}

/** The form for searching a page: the fields of its operation, with the current search filled in. */
function searchForm(operation: Operation, visit: Visit, page: string): Markup {
  const params = visit.request.params as Params;
  const fields = Object.entries(operation.fields).filter(([name]) => !(name in params));
  if (fields.length === 0) return html``;
  return html`<form class="search" method="get" action="${hrefOf(page, params)}" role="search">
${fields.map(([name, field]) => inputFor(name, field, givenIn(visit, name) ?? ""))}
<p class="buttons"><button>Show</button></p>
</form>`;
}

/** A button for an operation: a form of its own where nothing is asked. */
function buttonOf(token: string, { operation, path }: Offered, params: Params): Markup {
  const { button = "", asks, fields } = operation;
  const label = params.to === undefined ? null : html` aria-label="${button}: ${params.to}"`;
  const needsPage = asks !== undefined || Object.keys(fields).length > 0;
  return needsPage
    ? html`<a class="button quiet" href="${hrefOf(path, params)}"${label}>${button}</a>`
    : html`<form method="post" action="${hrefOf(path, params)}">${hidden(token)}<button class="quiet"${label}>${button}</button></form>`;
}

type Row = Readonly<Record<string, string>>;

function rowButtons(
  token: string,
  { page, params, row }: { page: string; params: Params; row: Row },
): Markup {
  const fitting = offered.filter(
    (one) => one.page === page && one.isOfRow && one.operation.fits(row.state ?? ""),
  );
  return html`${fitting.map((one) => buttonOf(token, one, { ...params, to: row.id ?? "" }))}`;
}

/** The state of the account that a table shows. */
function stateOf(table: Table | undefined): string {
  return table?.rows[0]?.[table.head.indexOf("state")] ?? "";
}

/** The result of an operation, as the command prints it. */
function resultOf(
  { secret, table, lines = [], findings = [], notes = [], warnings = [] }: OperationResult,
  buttons: (row: Row) => Markup = () => html``,
): Markup {
  const serious = [...findings, ...warnings];
  return html`${secret !== undefined && html`<p><code class="secret">${secret}</code></p>`}
${serious.length > 0 && html`<section class="notice" aria-label="To see to"><ul class="plain">${serious.map((one) => html`<li>${one}</li>`)}</ul></section>`}
${[...lines, ...notes].map((one) => html`<p>${one.replace(" (--all)", "")}</p>`)}
${table !== undefined && table.rows.length > 0 && tableOf(table, buttons)}`;
}

function tableOf(
  { head, rows, right = [], isChronological = false }: Table,
  buttons: (row: Row) => Markup,
): Markup {
  const shown = (isChronological ? rows.toReversed() : rows).slice(0, rowsMost);
  const left = rows.length - shown.length;
  const cellOf = (cell: string, column: number): Markup =>
    head[column] === "account" && cell !== ""
      ? html`<a href="${hrefOf(accountPage, { account: cell })}"><bdi>${cell}</bdi></a>`
      : html`<bdi>${cell}</bdi>`;
  return html`<div class="scroll" role="region" aria-label="${head.join(", ")}" tabindex="0"><table class="card">
<thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}<td></td></tr></thead>
<tbody>${shown.map((row) => {
    const named = Object.fromEntries(row.map((cell, column) => [head[column] ?? "", cell]));
    const cells = row.map(
      (cell, column) =>
        html`<td${right.includes(column) && html` class="amount"`}>${cellOf(cell, column)}</td>`,
    );
    return html`<tr>${cells}<td class="buttons">${buttons(named)}</td></tr>`;
  })}</tbody></table></div>
${left > 0 && html`<p class="soft">and ${pluralize(left, "more", "more")}</p>`}`;
}
