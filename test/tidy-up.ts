import { afterAll, afterEach } from "vitest";
import { undo, undoAfterFile, undoAll } from "./undo.ts";

// Run before each test file. Quick tests share their modules, so hooks of a module that several files import would belong to the first of them alone.
afterEach(() => undoAll(undo));
afterAll(() => undoAll(undoAfterFile));
