import { readShipped } from "../../shared/files/shipped-file.ts";
import { html, type Markup, markup } from "../../shared/html.ts";

const here = new URL("./", import.meta.url);

/**
 * A whole page that needs nothing beside it: no network, no script, no other file. `name`: the kind of page, by which a later run recognizes it as
 * its own.
 */
export function wholePage(
  title: string,
  { name, main, hasCharts = false }: { name: string; main: Markup; hasCharts?: boolean },
): Markup {
  const sheets = ["page.css", ...(hasCharts ? ["charts.css"] : [])];
  const style = sheets.map((sheet) => readShipped(new URL(sheet, here)).toString("utf8")).join("");
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}: ${name}</title>
<style>${markup(style)}</style>
</head>
<body>
<main>
${main}</main>
</body>
</html>`;
}
