import { request } from "undici";

/** A form of a page, as a browser without scripts sees it. */
export interface Form {
  readonly method: string;
  readonly action: string;
  readonly fields: readonly {
    readonly name: string;
    readonly value: string;
    readonly type: string;
    readonly on: boolean;
  }[];
  /** Its text and markup. */
  readonly inside: string;
}

export type FormValues = Readonly<Record<string, string | readonly string[]>>;

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly html: string;
}

export interface Shown extends Answer {
  readonly url: string;
  /** The markup with tags taken out and entities read. */
  readonly text: string;
  readonly forms: readonly Form[];
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
const decode = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? "");

function attribute(tag: string, name: string): string | null {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag);
  return found === null ? null : decode(found[1] ?? "");
}

function formsIn(html: string, url: string): Form[] {
  return [...html.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)].map(([, tag = "", inside = ""]) => ({
    method: attribute(tag, "method") ?? "get",
    action: new URL(attribute(tag, "action") ?? "", url).href,
    inside,
    fields: [...inside.matchAll(/<input[^>]*>/g)].map(([input]) => ({
      name: attribute(input, "name") ?? "",
      value: attribute(input, "value") ?? "",
      type: attribute(input, "type") ?? "text",
      on: attribute(input, "type") !== "checkbox" || /\schecked/.test(input),
    })),
  }));
}

/** The form of a page that is sent to an address with this end. */
export const formTo = ({ forms }: Shown, end: string): Form | undefined =>
  forms.find(({ action }) => action.endsWith(end));

/** Looks at pages over plain HTTP: cookies, links and forms, nothing else. Redirects within the service are followed. */
export class PlainBrowser {
  readonly #cookies = new Map<string, string>();
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  /** The header that it sends. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  get(path: string): Promise<Shown> {
    return this.#load(new URL(path, this.#origin).href, null, {});
  }

  /** Sends a form with its own values, some of them replaced; a list gives the boxes that are checked. */
  submit(
    form: Form | undefined,
    values: FormValues = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Shown> {
    return this.#load(form?.action ?? "", bodyOf(form, values), headers);
  }

  /** Sends a form, and leaves it at that: keeps no cookie of the answer, and is not led on. */
  post(form: Form | undefined, values: FormValues = {}): Promise<Answer> {
    return this.#send(form?.action ?? "", bodyOf(form, values), {});
  }

  async signIn(id: string, secret: string, wanted = "/"): Promise<Shown> {
    const page = await this.get(`/sign-in?${new URLSearchParams({ next: wanted })}`);
    return this.submit(formTo(page, "/sign-in"), { id, secret });
  }

  async #load(
    url: string,
    body: URLSearchParams | null,
    extra: Readonly<Record<string, string>>,
  ): Promise<Shown> {
    const { status, headers, html } = await this.#send(url, body, extra);
    for (const line of [headers["set-cookie"] ?? []].flat()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    const { location } = headers;
    if (typeof location === "string") {
      const next = new URL(location, url);
      if (next.origin === this.#origin) return this.#load(next.href, null, {});
      url = next.href;
    }
    const text = decode(html.replace(/<[^>]+>/g, " ")).replace(/\s+/g, " ");
    return { url, status, headers, html, text, forms: formsIn(html, url) };
  }

  async #send(
    url: string,
    body: URLSearchParams | null,
    extra: Readonly<Record<string, string>>,
  ): Promise<Answer> {
    const { cookie } = this;
    const answer = await request(url, {
      method: body === null ? "GET" : "POST",
      headers: {
        accept: "text/html",
        ...(cookie === "" ? {} : { cookie }),
        ...(body === null ? {} : { "content-type": "application/x-www-form-urlencoded" }),
        ...extra,
      },
      ...(body === null ? {} : { body: body.toString() }),
    });
    return { status: answer.statusCode, headers: answer.headers, html: await answer.body.text() };
  }
}

function bodyOf(form: Form | undefined, values: FormValues): URLSearchParams {
  if (form === undefined) throw new Error("there is no such form");
  const body = new URLSearchParams();
  for (const { name, value, on } of form.fields) if (on && !(name in values)) body.append(name, value);
  for (const [name, value] of Object.entries(values))
    for (const one of typeof value === "string" ? [value] : value) body.append(name, one);
  return body;
}
