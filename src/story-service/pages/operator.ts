import { html, type Markup } from "../../shared/html.ts";
import type { AccountSettings } from "../config/config.ts";
import { type Field, keyOperations, type Operation, operations, readValues } from "../operator/operations.ts";
import { accountNamed, type OperationResult, type Operator, type Row } from "../operator/operator.ts";
import { operatorRefusal } from "../operator/problem.ts";
import { formatTime, hidden, notice, operatorPath, type Page, sites } from "./page.ts";
import type { Site, Visit } from "./site.ts";

const rowsMost = 500;
const listed = 20;
const accountPage = "account/:account";

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const all = [...operations, ...keyOperations];
/** Each operation that a page offers, at an address of its own below that page's. */
const offered = all.flatMap((operation) => {
  const { on, name } = operation;
  return on === undefined ? [] : [{ operation, page: on, path: `${on}/${name.split(" ").at(-1)}` }];
});
type Offered = (typeof offered)[number];

const hrefOf = (path: string, account: string | undefined): string =>
  `${operatorPath}/${path.replace(":account", encodeURIComponent(account ?? ""))}`;

/** The account that an address names. */
const accountIn = ({ request }: Visit) => (request.params as { readonly account?: string }).account;

/** The operator's pages, which do the same as `serve admin` and `serve keys`, and are made from the same declarations. */
export function serveOperator(site: Site<Operator>): void {
  site.ownPage(operatorPath, () => ({ redirect: sites.operator.home }));
  const own =
    (handler: (visit: Visit, operator: Operator) => Page | Promise<Page>) =>
    async (visit: Visit, operator: Operator): Promise<Page> => {
      const account = accountIn(visit);
      if (account !== undefined) await accountNamed(operator.store, account);
      return handler(visit, operator);
    };
  for (const page of [accountPage, ...all.flatMap((operation) => operation.page ?? [])])
    site.ownPage(
      `${operatorPath}/${page}`,
      own((visit, operator) => show(visit, operator, page)),
    );
  for (const one of offered) {
    const path = `${operatorPath}/${one.path}`;
    site.ownPage(
      path,
      own((visit, operator) => formPage(visit, operator, one)),
    );
    site.ownForm(
      path,
      own((visit, operator) => carryOut(visit, operator, one)),
    );
  }
}

/** A page: what was done, the operations that it offers, and what its own operation shows. */
async function show(visit: Visit, operator: Operator, page: string, done?: OperationResult): Promise<Page> {
  const account = accountIn(visit);
  const reading = all.find((operation) => operation.page === page);
  const sections = await (reading === undefined
    ? accountSections(operator, account ?? "")
    : read(reading, visit, operator));
  const title = reading === undefined ? (account ?? "") : capitalize(page.split("/").at(-1) ?? "");
  const settings = account === undefined ? {} : (await accountNamed(operator.store, account)).settings;
  const here = offered.filter((one) => one.page === page && hasEffect(one.operation, settings));
  const beside = page === accountPage ? "keys" : page.startsWith(accountPage) ? "" : null;
  return {
    title,
    content: html`<h1>${title}${account !== undefined && account !== title && html` of <bdi>${account}</bdi>`}</h1>
${done !== undefined && html`<section class="made card" role="status">${resultOf(done)}</section>`}
${reading !== undefined && searchForm(reading, visit, page)}
<div class="buttons">${beside !== null && html`<a class="button quiet" href="${hrefOf(accountPage, account)}/${beside}">${beside === "" ? "The account" : "Keys"}</a>`}
${here.map((one) => one.operation.row === undefined && linkTo(one, account))}</div>
${sections.map(({ heading, result }) => html`${heading !== undefined && html`<h2>${heading}</h2>`}${resultOf(result, (row) => html`${here.map((one) => one.operation.row !== undefined && linkTo(one, account, String(row[one.operation.row])))}`)}`)}`,
  };
}

/** Whether an operation would change an account with these settings; one that sets nothing by itself always can. */
function hasEffect({ sets = {} }: Operation, settings: Partial<AccountSettings>): boolean {
  const names = Object.keys(sets) as (keyof AccountSettings)[];
  return names.length === 0 || names.some((name) => sets[name] !== settings[name]);
}

interface Section {
  readonly heading?: string;
  readonly result: OperationResult;
}

async function accountSections(operator: Operator, id: string): Promise<Section[]> {
  const resultOf = (name: string, to: string, values: object) =>
    (all.find((operation) => operation.name === name) as Operation).run(operator, to, { ...values });
  return [
    { result: await resultOf("accounts list", id, {}) },
    { heading: "Credits", result: await resultOf("credits", id, { add: null }) },
    { heading: "Stories", result: await resultOf("stories", id, { lines: listed }) },
    { heading: "Log", result: await resultOf("log", "", { account: id, lines: listed }) },
  ];
}

/** What a page's own operation shows, with the values of the query. */
async function read(operation: Operation, visit: Visit, operator: Operator): Promise<Section[]> {
  const found = readValues(operation, (name) => givenIn(visit, name), operator.world);
  if ("fault" in found) return [{ result: { lines: [faultIn(found.fault.field)], notes: [], document: {} } }];
  return [{ result: await operation.run(operator, "", found.values) }];
}

function faultIn(field: Field): string {
  return `${labelOf(field)}: ${field.expected}.`;
}

/** A value from the address, the form or the query; null if there is none, or several. */
function givenIn({ request, form }: Visit, name: string): string | null {
  const query = request.query as Readonly<Record<string, unknown>>;
  const params = request.params as Readonly<Record<string, string>>;
  const value = params[name] ?? form.get(name) ?? query[name];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

async function carryOut(visit: Visit, operator: Operator, one: Offered): Promise<Page> {
  const { operation, page } = one;
  const target = isTyped(one) ? (givenIn(visit, "target") ?? "") : (accountIn(visit) ?? "");
  const refuse = (status: number, sentence: string) => formPage(visit, operator, one, { status, sentence });
  if (operation.to?.read?.test(target) === false)
    return refuse(400, `The name must be ${operation.to.expected}. Nothing was changed.`);
  // A field that was emptied has no standard: a new reference would let a form that is sent twice take effect twice.
  const given = (name: string, field: Field) =>
    givenIn(visit, name) ?? (prefill(field, operator) === "" ? null : "");
  const found = readValues(operation, given, operator.world);
  if ("fault" in found) return refuse(400, `${faultIn(found.fault.field)} Nothing was changed.`);
  try {
    return await show(visit, operator, page, await operation.run(operator, target, found.values));
  } catch (error) {
    const fault = operatorRefusal(error);
    if (fault === null) throw error;
    return refuse(fault.status, fault.sentence);
  }
}

/** Whether a form asks what the operation is done to: where that is not the account of the page. */
function isTyped({ operation: { to }, page }: Offered): boolean {
  return to !== undefined && !(to.argument === "<account>" && page.startsWith(accountPage));
}

function labelOf({ flag }: Field): string {
  return capitalize(flag.replace(/^--|[<>]|(?<=\w) .*$/g, ""));
}

function prefill({ standard, input }: Field, { world }: Operator): string {
  const value = input === "check" ? null : (standard?.(world) ?? null);
  return value === null ? "" : String(value);
}

/** The page on which an operation asks for its values, and whether it is meant. */
function formPage(
  visit: Visit,
  operator: Operator,
  one: Offered,
  fault?: { readonly status: number; readonly sentence: string },
): Page {
  const { operation, page, path } = one;
  const account = accountIn(visit);
  const { title, sentence, button } = operation.asks?.(givenIn(visit, "target") ?? account ?? "") ?? {
    title: operation.button ?? operation.name,
  };
  const inputs = fieldsOf(operation, visit).map(([name, field]) =>
    inputFor(name, field, fault === undefined ? prefill(field, operator) : (givenIn(visit, name) ?? "")),
  );
  return {
    status: fault?.status ?? 200,
    title,
    content: html`<section class="card narrow">
<h1>${title}</h1>
${notice(fault?.sentence ?? null)}
${sentence !== undefined && html`<p>${sentence}</p>`}
<form method="post" action="${hrefOf(path, account)}">
${hidden(visit.token)}
${
  isTyped(one) &&
  html`<p class="field"><label for="target">Name</label>
<input id="target" name="target" type="text" value="${givenIn(visit, "target")}" maxlength="100" autocomplete="off" autocapitalize="none" spellcheck="false" required aria-describedby="target-help">
<small id="target-help">${operation.to?.expected}</small></p>`
}
${inputs}
<p class="buttons"><button${button !== undefined && html` class="danger"`}>${button ?? title}</button> <a class="button quiet" href="${hrefOf(page, account)}">Cancel</a></p>
</form>
</section>`,
  };
}

/** The fields that a form asks for: those that the address doesn't give. */
function fieldsOf({ fields }: Operation, { request }: Visit): [string, Field][] {
  return Object.entries(fields).filter(([name]) => !(name in (request.params as object)));
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

/** The form for searching a page: the fields of its operation, with the current search filled in. */
function searchForm(operation: Operation, visit: Visit, page: string): Markup {
  const fields = fieldsOf(operation, visit);
  if (fields.length === 0) return html``;
  return html`<form class="search" method="get" action="${hrefOf(page, accountIn(visit))}" role="search">
${fields.map(([name, field]) => inputFor(name, field, givenIn(visit, name) ?? ""))}
<p class="buttons"><button>Show</button></p>
</form>`;
}

/** A link to an operation's form. `target`: the row's, with which the form is filled in. */
function linkTo({ operation: { button = "" }, path }: Offered, account?: string, target?: string): Markup {
  const query = target === undefined ? "" : `?${new URLSearchParams({ target })}`;
  const label = target === undefined ? null : html` aria-label="${button}: ${target}"`;
  return html`<a class="button quiet" href="${hrefOf(path, account)}${query}"${label}>${button}</a>`;
}

/** The result of an operation, as the command prints it. */
function resultOf(
  { secret, rows = [], isChronological = false, lines, findings = [], notes }: OperationResult,
  linksOf: (row: Row) => Markup = () => html``,
): Markup {
  return html`${secret !== undefined && html`<p><code class="secret">${secret}</code></p>`}
${findings.length > 0 && html`<section class="notice" aria-label="To see to"><ul class="plain">${findings.map((one) => html`<li>${capitalize(one)}</li>`)}</ul></section>`}
${[...lines, ...notes].map((one) => html`<p>${one}</p>`)}
${tableOf(isChronological ? rows.toReversed() : rows, linksOf)}`;
}

function tableOf(rows: readonly Row[], linksOf: (row: Row) => Markup): Markup {
  const [first] = rows;
  if (first === undefined) return html``;
  const head = Object.keys(first);
  const cellOf = (row: Row, name: string): Markup => {
    const cell = row[name] ?? "";
    // An empty cell has no content at all, so that a card on a phone leaves it out.
    const pieces = String(cell).split(/(?<=[,@])/);
    const text = html`<bdi>${pieces.map((piece) => html`${piece}<wbr>`)}</bdi>`;
    const shown = cell !== "" && (name === "at" ? formatTime(Date.parse(String(cell))) : text);
    return html`<td data-name="${name}"${typeof cell === "number" && html` class="amount"`}>${name === "account" && cell !== "" ? html`<a href="${hrefOf(accountPage, String(cell))}">${shown}</a>` : shown}</td>`;
  };
  const left = rows.length - rowsMost;
  return html`<div class="scroll" role="region" aria-label="${head.join(", ")}" tabindex="0"><table class="card">
<thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}<td></td></tr></thead>
<tbody>${rows.slice(0, rowsMost).map((row) => html`<tr>${head.map((name) => cellOf(row, name))}<td class="buttons">${linksOf(row)}</td></tr>`)}</tbody></table></div>
${left > 0 && html`<p class="soft">and ${left} more</p>`}`;
}
