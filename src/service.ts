/**
 * The local story service: a full stand-in for the real one, for rehearsals, lessons and tests.
 *
 * @module coursebinder/service
 */

export type { ServiceConfigProblem } from "./library/local-service.ts";
export {
  type LocalService,
  type LocalServiceOptions,
  startLocalService,
} from "./library/local-service.ts";
export { type AnyProblem, Failure } from "./shared/failure.ts";
export type { Log, World } from "./shared/world.ts";
export type { Narrator, Recording, StoryOrder, Writer, WrittenStory } from "./story-service/ports.ts";
export type { StartProblem } from "./story-service/start-problem.ts";
