/** Fills in a form that was made from a schema as a person does: row by row, field by field. */
import type { Locator } from "playwright-core";

import type { Json } from "../../../src/domain/json.ts";

export async function fillForm(form: Locator, value: Json, path = ""): Promise<void> {
  if (value === null) return;
  if (Array.isArray(value)) {
    await fillRows(form, value, path);
    return;
  }
  if (typeof value === "object") {
    for (const [name, inner] of Object.entries(value)) {
      await fillForm(form, inner, path === "" ? name : `${path}.${name}`);
    }
    return;
  }
  const field = form.locator(`[id$="-${path}"]`);
  const isChoice = (await field.locator("option").count()) > 0;
  if (typeof value === "boolean") await field.setChecked(value);
  else if (isChoice) await field.selectOption({ label: String(value) });
  else await field.fill(String(value));
}

async function fillRows(form: Locator, rows: readonly Json[], path: string): Promise<void> {
  const list = form.locator(`fieldset[aria-describedby$="-${path}-trouble"]`);
  const there = list.locator(":scope > ol > li");
  while ((await there.count()) < rows.length) {
    await list.locator(":scope > button").filter({ hasText: /^Add/ }).click();
  }
  while ((await there.count()) > rows.length) {
    await there
      .last()
      .getByRole("button", { name: /^Remove/ })
      .last()
      .click();
  }
  for (const [index, row] of rows.entries()) await fillForm(form, row, `${path}.${index}`);
}
