/** The same function, which makes each key's value only once. `made`: where values are kept; those of objects live as long as these in a `WeakMap`. */
export function remembered<Key, Value>(
  make: (key: Key) => Value,
  made: Pick<Map<Key, Value>, "get" | "has"> & { set(key: Key, value: Value): unknown } = new Map(),
): (key: Key) => Value {
  return (key) => {
    const before = made.get(key);
    if (before !== undefined || made.has(key)) return before as Value;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}
