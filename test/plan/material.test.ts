import { expect, test } from "vitest";
import { planText, readText } from "./fixtures.ts";

const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\nIEND", "latin1"), Buffer.alloc(100)]);

test("topics have a picture with its description, and questions for all languages or by language", async () => {
  const read = await readText(
    planText(
      { languages: "languages: [es, fr]", topics: "topics:" },
      "  - { topic: A walk, image: { file: pictures/walk.png, alt: A  path } , prompts: [Who?] }",
      "  - { topic: A lake, prompts: { es: [¿Quién?] } }",
      "  - A hill",
    ),
    { "pictures/walk.png": png },
  );
  if (!read.result.ok) throw new Error(read.lines.join("\n"));
  expect([...read.result.plan.material]).toEqual([
    ["a-walk", { image: { path: "pictures/walk.png", alt: "A path" }, prompts: ["Who?"] }],
    ["a-lake", { image: null, prompts: new Map([["es", ["¿Quién?"]]]) }],
  ]);
});

test("every picture and question that can't be is told with its place", async () => {
  const large = Buffer.concat([png, Buffer.alloc(2 * 1_048_576)]);
  const read = await readText(
    planText(
      { topics: "topics:" },
      "  - { topic: A, image: { file: a.png } }",
      "  - { topic: B, image: { file: b.gif, alt: B } }",
      "  - { topic: C, image: { file: text.png, alt: C, size: 3 } }",
      "  - { topic: D, image: { file: ../d.png, alt: '' } }",
      "  - { topic: E, image: { file: large.png, alt: E } }",
      "  - { topic: F, image: f.png }",
      `  - { topic: G, prompts: [${Array.from({ length: 13 }, (_, index) => `Q${index}`).join(", ")}] }`,
      "  - { topic: H, prompts: { es: [a], xx: [a] } }",
      "  - { topic: I, prompts: [''] }",
      "  - { topic: J, image: { file: cut.png, alt: J } }",
      "  - { topic: K, image: { file: cut.jpg, alt: K } }",
    ),
    {
      "a.png": png,
      "text.png": "<svg/>",
      "large.png": large,
      "cut.png": png.subarray(0, 8),
      "cut.jpg": Buffer.from("ffd8ffe0", "hex"),
    },
  );
  expect(read.lines).toEqual([
    'plan.yaml:7:24: error: the key "alt" is missing in "image"; add it',
    'plan.yaml:8:32: error: "b.gif" can\'t be a picture; use a .png or .jpg file',
    'plan.yaml:9:32: error: "text.png" is cut off, or does not hold the kind of image that its name suggests; export it again as PNG or JPEG',
    'plan.yaml:9:50: error: unknown key "size" in "image"; use one of file, alt',
    'plan.yaml:10:32: error: "../d.png" may lead out of the plan\'s folder; name a file inside it, with / between folders',
    'plan.yaml:10:47: error: "alt" has no visible characters; write at least one',
    'plan.yaml:11:32: error: "large.png" is larger than 2 MiB; export it at a smaller size',
    'plan.yaml:12:24: error: "image" must be a map, but text "f.png" was found',
    "plan.yaml:13:26: error: there are 13 prompts, but at most 12 are allowed; leave some out",
    'plan.yaml:14:37: error: "xx" is not one of the story service\'s language codes; coursebinder languages lists them',
    'plan.yaml:15:27: error: "prompts" has no visible characters; write at least one',
    expect.stringContaining('plan.yaml:16:32: error: "cut.png" is cut off'),
    expect.stringContaining('plan.yaml:17:32: error: "cut.jpg" is cut off'),
  ]);
});
