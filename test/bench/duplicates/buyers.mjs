// Buys one thing from a service, as its documentation shows it. Copied to where the packages are installed and run there.
const [name = "", url = "", database = "", life = "first"] = process.argv.slice(2);
const { hostname, port } = new URL(url);

const buyers = {
  async openai() {
    const { default: OpenAI } = await import("openai");
    await new OpenAI({ baseURL: url, apiKey: "key" }).images.generate({ model: "any", prompt: "a story" });
  },
  stripe: () => chargeWithStripe({}),
  "stripe, retries off": () => chargeWithStripe({ maxNetworkRetries: 0 }),
  async replicate() {
    const { default: Replicate } = await import("replicate");
    await new Replicate({ auth: "key", baseUrl: url }).predictions.create({ model: "an/author", input: {} });
  },
  async "pg-boss"() {
    const { default: PgBoss } = await import("pg-boss");
    const boss = new PgBoss({
      connectionString: database,
      maintenanceIntervalSeconds: 1,
      monitorStateIntervalSeconds: 1,
    });
    boss.on("error", () => undefined);
    await boss.start();
    await boss.createQueue("stories");
    const id = "0b54c6c4-3f0f-4a5e-9a53-000000000001";
    // Shorter than the quarter of an hour after which a job counts as abandoned otherwise.
    if (life === "first") await boss.send("stories", {}, { id, expireInSeconds: 2 });
    await boss.work("stories", { pollingIntervalSeconds: 0.5 }, post);
    for (let state = ""; !["completed", "failed"].includes(state); ) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      state = (await boss.getJobById("stories", id))?.state ?? "";
    }
    await boss.stop({ graceful: false });
  },
  async dbos() {
    const { DBOS } = await import("@dbos-inc/dbos-sdk");
    DBOS.setConfig({ name: "stories", systemDatabaseUrl: database });
    const buy = DBOS.registerWorkflow(() => DBOS.runStep(post, { name: "post" }), { name: "buy" });
    await DBOS.launch();
    const workflow = await DBOS.startWorkflow(buy, { workflowID: "one" })();
    await workflow.getResult();
    await DBOS.shutdown();
  },
};

async function chargeWithStripe(options) {
  const { default: Stripe } = await import("stripe");
  const stripe = new Stripe("sk_test_key", { host: hostname, port, protocol: "http", ...options });
  await stripe.paymentIntents.create({ amount: 100, currency: "eur" });
}

async function post() {
  const answer = await fetch(url, { method: "POST", body: "{}" });
  return answer.text();
}

await buyers[name]().catch((error) => process.stderr.write(`${error}\n`));
process.exit(0);
