import { expect, test } from "vitest";
import { deriveTopicId } from "../../src/plan/topic-id.ts";
import { goodPlan, planText } from "./fixtures.ts";

test.each([
  ["A morning at the market", "a-morning-at-the-market"],
  ["  El niño & la cigüeña!  ", "el-nino-la-ciguena"],
  ["Straße, Łódź, Ørsted, Þór", "strasse-lodz-orsted-thor"],
  ["ﬁve ①", "five-1"],
  ["去 ATM 取钱", "atm"],
  ["1984", "1984"],
])("the topic %j has the id %s", (text, id) => {
  expect(deriveTopicId(text)).toBe(id);
});

test("a topic in a script without Latin letters has an id that stays the same, and differs from others", () => {
  const id = deriveTopicId("夜行列车");
  expect(id).toBe("topic-5ba90e3a");
  expect(deriveTopicId("夜行列車")).not.toBe(id);
});

test("a long topic gives an id of at most 48 characters that ends with a word", () => {
  const id = deriveTopicId("The day on which the lighthouse keeper finally decided to leave");
  expect(id).toBe("the-day-on-which-the-lighthouse-keeper-finally");
  expect(deriveTopicId("x".repeat(100))).toBe("x".repeat(48));
});

test("a topic with a text for each language takes its id from the first", async () => {
  const plan = await goodPlan(planText({ topics: "topics: [{ topic: { fr: Le train, es: El tren } }]" }));
  expect(plan.jobs[0]).toMatchObject({ id: "le-train.es.2", key: "1/le-train.es.2", topicId: "le-train" });
  expect(plan.jobs[0]?.request.topic).toBe("El tren");
});
