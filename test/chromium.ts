import { type Browser, chromium } from "playwright-core";
import { undoAfterFile } from "./undo.ts";

/** Chromium without the parts that draw windows: the same engine at half of the processor time. */
export const chromiumPath = "/usr/bin/chromium-headless-shell";

/**
 * A browser that makes no requests of its own, and is closed when the tests of the file have ended. Its pages wait two minutes, since what is awaited
 * comes late on a busy machine; a page that is given up says what it waited for, which the longer limit of a test could not. `autoplay`: a page may
 * play its sound before anybody has touched it.
 */
export async function openBrowser({ autoplay = false } = {}): Promise<Browser> {
  const args = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking";
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [
      ...args.split(" "),
      "--disable-component-update",
      "--disable-sync",
      ...(autoplay ? ["--autoplay-policy=no-user-gesture-required"] : []),
    ],
  });
  undoAfterFile.push(() => browser.close());
  browser.on("context", (context) => context.setDefaultTimeout(120_000));
  return browser;
}
