import process from "node:process";
import type { Command, Option } from "commander";
import { Failure } from "../../shared/failure.ts";
import type { CommandProblem } from "../problem.ts";

const onWords: ReadonlySet<string> = new Set(["1", "true", "yes", "on"]);
const offWords: ReadonlySet<string> = new Set(["0", "false", "no", "off"]);

/**
 * Takes back the switches that a variable turns off: the parser turns a switch on as soon as its variable is set, whatever it says, and CI
 * jobs pass `false`. A typed switch comes before its variable. Throws `bad_switch` for a value that says neither.
 */
export function readSwitchVariables(command: Command): void {
  for (const option of command.options) {
    const name = option.attributeName();
    if (!isSwitch(option) || command.getOptionValueSource(name) !== "env") continue;
    if (!isOn(option)) command.setOptionValueWithSource(name, undefined, "default");
  }
}

const isSwitch = (option: Option): boolean => !option.required && !option.optional;

function isOn(option: Option): boolean {
  const variable = option.envVar ?? "";
  const value = process.env[variable] ?? "";
  const word = value.trim().toLowerCase();
  if (onWords.has(word)) return true;
  if (offWords.has(word)) return false;
  const flag = option.long ?? option.flags;
  throw new Failure<CommandProblem>({ code: "bad_switch", variable, value, flag });
}
