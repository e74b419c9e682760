/** How instants are written: in local time for a person at a terminal, in UTC everywhere else. */
export interface InstantStyle {
  readonly isLocal: boolean;
  readonly now: number;
}

const dayMs = 86_400_000;
/** Up to this many days away, a weekday and a time are clear enough. */
const weekdayDays = 6;

/** An instant to the minute: `14:05`, `Tue 14:05` or `24 Nov 2026, 14:05` in local time, else `2026-11-24 14:05 UTC`. */
export function formatInstant(at: number, { isLocal, now }: InstantStyle): string {
  const date = new Date(at);
  if (!isLocal) return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const time = clockTime(at).slice(0, 5);
  if (date.toDateString() === new Date(now).toDateString()) return time;
  if (Math.abs(at - now) < weekdayDays * dayMs) return `${weekdays[date.getDay()]} ${time}`;
  return `${date.getDate()} ${months[date.getMonth()]} ${date.getFullYear()}, ${time}`;
}

/** The local time of day, with seconds. */
export function clockTime(at: number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((part) => String(part).padStart(2, "0"))
    .join(":");
}

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;
