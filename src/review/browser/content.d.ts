declare module "*.yaml" {
  const written: unknown;
  export default written;
}

declare module "*.txt" {
  const text: string;
  export default text;
}
