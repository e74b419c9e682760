import { Command, type OutputConfiguration } from "commander";
import { version } from "../../shared/version.ts";
import { declarations } from "./declarations.ts";
import { addCommand, addExamples, type Runner } from "./verb.ts";

/** The command line: verbs, arguments, flags and their help. */
export function buildProgram(output: OutputConfiguration, runner: Runner): Command {
  const program = new Command("coursebinder")
    .description("Turns a course plan into a zipped course package, and never pays twice for a lesson.")
    .version(version)
    // Before any verb is added: verbs copy these settings when they are created.
    .exitOverride()
    // A flag belongs to the verb before it: serve and serve keys have flags of the same name.
    .enablePositionalOptions()
    .configureOutput(output)
    .showHelpAfterError("(coursebinder --help lists the commands)")
    .configureHelp({
      sortSubcommands: false,
      minWidthToWrap: 20,
      subcommandTerm: (command) =>
        `${command.name()} ${command.usage().replace(/^\[options\] ?/, "")}`.trim(),
    });
  for (const declaration of declarations) addCommand(program, declaration, runner);
  program.addHelpCommand(
    new Command("help").argument("[command]").description("show a command's help").helpGroup("Service:"),
  );
  addExamples(program, [
    "coursebinder init my-course",
    "coursebinder run my-course/course.yaml --local   # rehearse for free",
    "coursebinder plan my-course/course.yaml          # what it costs",
  ]);
  return program;
}
