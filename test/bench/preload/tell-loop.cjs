// Says at the end of a Node process, on stderr, how long its main thread kept others waiting since a few seconds after its start.
const { monitorEventLoopDelay } = require("node:perf_hooks");
const { isMainThread } = require("node:worker_threads");

const startUpMs = 3_000;
const inMs = 1e6;
if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  setTimeout(() => delay.enable(), startUpMs).unref();
  process.on("exit", () => {
    const said = { mostMs: delay.max / inMs, p99Ms: delay.percentile(99) / inMs };
    process.stderr.write(`\nloop ${JSON.stringify(said)}\n`);
  });
}
