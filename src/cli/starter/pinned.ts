/** Where the workflow installs this program from: a file in the user's repository. */
export function packedProgram(version: string): string {
  return `tools/coursebinder-${version}.tgz`;
}

// Actions are pinned by commit: a tag can be moved to other code, which would have access to the key.
export const actions = {
  checkout: "actions/checkout@d23441a48e516b6c34aea4fa41551a30e30af803 # v6.1.0",
  setupNode: "actions/setup-node@249970729cb0ef3589644e2896645e5dc5ba9c38 # v6.5.0",
  uploadArtifact: "actions/upload-artifact@b7c566a772e6b6bfb58ed0dc250532a479d7789f # v6.0.0",
} as const;

/** The steps of a workflow that install exactly this program. `version`: of this program. */
export const installing = (version: string): string => `      - name: Install the program
        # From a file of this repository, and without the key: nobody else's package of the same name can be run, and no package's scripts are.
        # Only the very bytes whose digest is beside them are installed.
        run: |
          (cd tools && sha256sum --check --strict --quiet coursebinder-${version}.tgz.sha256)
          if [ -f package-lock.json ]; then npm ci --ignore-scripts --no-audit --no-fund
          else npm install --no-save --no-package-lock --ignore-scripts --no-audit --no-fund ./${packedProgram(version)}; fi
          test "$(node_modules/.bin/coursebinder --version)" = "${version}"`;
