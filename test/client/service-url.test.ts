import { expect, test } from "vitest";
import { readServiceUrl } from "../../src/client/service-url.ts";

const good: readonly (readonly [string, string])[] = [
  ["https://stories.example/api/v1", "https://stories.example/api/v1"],
  ["https://stories.example/api/v1/", "https://stories.example/api/v1"],
  ["https://stories.example/api/v1///", "https://stories.example/api/v1"],
  ["https://stories.example", "https://stories.example"],
  ["HTTPS://Stories.Example:443/api/v1", "https://stories.example/api/v1"],
  ["https://stories.example:8443/api/v1", "https://stories.example:8443/api/v1"],
  ["  https://stories.example/api/v1\n", "https://stories.example/api/v1"],
  ["http://127.0.0.1:4010/api/v1", "http://127.0.0.1:4010/api/v1"],
  ["http://[::1]:4010/api/v1/", "http://[::1]:4010/api/v1"],
];

test.for(good)("%j is the service %s", ([text, url]) => {
  expect(readServiceUrl(text)).toEqual({ ok: true, url });
});

const bad: readonly (readonly [text: string, why: string, shown: string])[] = [
  ["", "not-a-url", ""],
  ["stories.example/api/v1", "not-a-url", "stories.example/api/v1"],
  ["https://", "not-a-url", "https://"],
  ["http://stories.example/api/v1", "not-https", "http://stories.example/api/v1"],
  ["http://localhost:4010/api/v1", "not-https", "http://localhost:4010/api/v1"],
  ["http://127.0.0.1.example/api/v1", "not-https", "http://127.0.0.1.example/api/v1"],
  ["http://127.0.0.2/api/v1", "not-https", "http://127.0.0.2/api/v1"],
  ["http://0.0.0.0/api/v1", "not-https", "http://0.0.0.0/api/v1"],
  ["http://[::2]/api/v1", "not-https", "http://[::2]/api/v1"],
  ["ftp://stories.example/api", "not-https", "ftp://stories.example/api"],
  ["file:///etc/hosts", "not-https", "file:///etc/hosts"],
  ["https://ana:secret@stories.example/api", "has-credentials", "https://stories.example/api"],
  ["https://secret@stories.example/api", "has-credentials", "https://stories.example/api"],
  ["http://ana:secret@stories.example/api", "has-credentials", "http://stories.example/api"],
  ["https://stories.example/api?key=secret", "has-query", "https://stories.example/api"],
  ["http://stories.example/api?key=secret", "not-https", "http://stories.example/api"],
  ["https://stories.example/api#secret", "has-query", "https://stories.example/api"],
];

test.for(bad)("%j is refused as %s, and no secret in it is shown", ([text, why, url]) => {
  expect(readServiceUrl(text)).toEqual({ ok: false, problem: { code: "service_url_invalid", url, why } });
});
