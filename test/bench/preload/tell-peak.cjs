// Says at the end of a Node process how much memory it took at its highest: in the file that TELL_PEAK names, or on descriptor 3.
const { readFileSync, writeFileSync, writeSync } = require("node:fs");

// The system's own figure for this program: the one of `resourceUsage` begins with the highest of whoever started it.
function peakBytes() {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))[1]) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}

process.on("exit", () => {
  if (process.env.TELL_PEAK) writeFileSync(process.env.TELL_PEAK, String(peakBytes()));
  else writeSync(3, String(peakBytes()));
});
