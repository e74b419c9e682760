import { userInfo } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stateFolderIn } from "../../src/course/machine.ts";

const inHome = (home: string): string => join(home, ".local", "state", "coursebinder");

test.each([
  ["the folder that is named", { COURSEBINDER_STATE: "kept", XDG_STATE_HOME: "/x", HOME: "/h" }, "kept"],
  ["the account's state folder", { XDG_STATE_HOME: "/x", HOME: "/h" }, join("/x", "coursebinder")],
  ["the one in its home, where a relative path is given", { XDG_STATE_HOME: "x", HOME: "/h" }, inHome("/h")],
  ["the account's own home, without HOME", { HOME: "" }, inHome(userInfo().homedir)],
])("this machine remembers its purchases in %s", (_, env, folder) => {
  expect(stateFolderIn(env)).toBe(folder);
});
