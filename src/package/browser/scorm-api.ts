/** The part of the SCORM 1.2 run-time interface that lessons use. */
interface Scorm12Api {
  LMSInitialize(argument: ""): string;
  LMSGetValue(name: string): string;
  LMSSetValue(name: string, value: string): string;
  LMSCommit(argument: ""): string;
  LMSFinish(argument: ""): string;
}

export type ScormValue = readonly [name: string, value: string];

// The number of parent windows that the standard has a lesson search for its platform.
const framesMost = 10;

/** The platform that runs the lesson; null if there is none. */
export const platform: Scorm12Api | null =
  apiAmong(window) ?? (window.opener ? apiAmong(window.opener) : null);

function apiAmong(start: Window): Scorm12Api | null {
  let frame = start;
  for (let step = 0; step < framesMost; step += 1) {
    try {
      const { API } = frame as Window & { readonly API?: Scorm12Api };
      if (API) return API;
    } catch {
      // A cross-origin frame.
      return null;
    }
    if (frame.parent === frame) return null;
    frame = frame.parent;
  }
  return null;
}

/** Reports values to the platform, if there is one. */
export function tell(values: readonly ScormValue[]): void {
  if (platform === null) return;
  for (const [name, value] of values) platform.LMSSetValue(name, value);
  platform.LMSCommit("");
}
