declare module "*.yaml" {
  const written: unknown;
  export default written;
}
