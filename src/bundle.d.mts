export const built: string;
export function bundle(
  entryPoints: readonly string[],
  options?: { readonly base?: string; readonly folder?: string },
): Promise<void>;
