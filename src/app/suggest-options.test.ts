import { expect, test } from "vitest";

import { proposeOptionsFromQuestion } from "./suggest-options.ts";

test.each([
  ["should I use kafka", ["Use kafka", "Do not use kafka"]],
  ["Should we use Kafka or RabbitMQ?", ["Use Kafka", "RabbitMQ"]],
  ["Postgres or SQLite?", ["Postgres", "SQLite"]],
  ["Postgres, SQLite or files?", ["Postgres", "SQLite", "Files"]],
  ["tabs vs. spaces", ["Tabs", "Spaces"]],
  ["How do we import orders?", null],
  [`Should we ${"really ".repeat(20)}do it?`, null],
])("%j is between %j", (question, labels) => {
  expect(proposeOptionsFromQuestion(question)).toEqual(labels);
});
