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

export interface Shown {
  readonly url: string;
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly html: string;
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

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  get(path: string): Promise<Shown> {
    return this.#load(new URL(path, this.#origin).href, null, {});
  }

  /** Sends a form with its own values, some of them replaced; a list gives the boxes that are checked. */
  submit(
    form: Form | undefined,
    values: Readonly<Record<string, string | readonly string[]>> = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Shown> {
    if (form === undefined) throw new Error("there is no such form");
    const body = new URLSearchParams();
    for (const { name, value, on } of form.fields) if (on && !(name in values)) body.append(name, value);
    for (const [name, value] of Object.entries(values)) {
      for (const one of typeof value === "string" ? [value] : value) body.append(name, one);
    }
    return this.#load(form.action, body, headers);
  }

  async signIn(id: string, secret: string, wanted = "/"): Promise<Shown> {
    const page = await this.get(`/sign-in?${new URLSearchParams({ next: wanted })}`);
    return this.submit(
      page.forms.find(({ action }) => action.endsWith("/sign-in")),
      { id, secret },
    );
  }

  async #load(
    url: string,
    body: URLSearchParams | null,
    extra: Readonly<Record<string, string>>,
  ): Promise<Shown> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
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
    const html = await answer.body.text();
    for (const line of [answer.headers["set-cookie"] ?? []].flat()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(name, value);
    }
    const { location } = answer.headers;
    if (typeof location === "string") {
      const next = new URL(location, url);
      if (next.origin === this.#origin) return this.#load(next.href, null, {});
      url = next.href;
    }
    const text = decode(html.replace(/<[^>]+>/g, " ")).replace(/\s+/g, " ");
    return { url, status: answer.statusCode, headers: answer.headers, html, text, forms: formsIn(html, url) };
  }
}
