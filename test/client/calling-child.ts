// Calls the functions of a module as it is told, and sends back what came of each.
const functions = await import(process.argv[2] ?? "");

interface Call {
  readonly number: number;
  readonly name: string;
  readonly argument: unknown;
}

process.on("message", ({ number, name, argument }: Call) => {
  functions[name](argument).then(
    (result: unknown) => process.send?.({ number, result }),
    (error: unknown) => process.send?.({ number, error: String(error) }),
  );
});
process.send?.("ready");
