/** How far the service's clock and ours may be apart before a story that a person names is taken for one of another time. */
export const clocksApartMs = 10 * 60_000;
