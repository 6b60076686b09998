/** Fills in a form that was made from a schema as a person does: row by row, field by field. */
import type { Locator, Page } from "playwright-core";

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
  // what a row was made for is its title
  if ((await field.count()) === 0 && /\.(?:option|kind)$/.test(path)) return;
  const isChoice = (await field.locator("option").count()) > 0;
  const chip = field.locator(`input[type="radio"][value=${JSON.stringify(String(value))}]`);
  if (typeof value === "boolean") await field.setChecked(value);
  else if ((await chip.count()) > 0) await chip.check();
  else if (isChoice) await field.selectOption(String(value));
  else await field.fill(String(value));
}

async function fillRows(form: Locator, rows: readonly Json[], path: string): Promise<void> {
  const list = form.locator(`fieldset[aria-describedby$="-${path}-trouble"]`);
  const there = list.locator(":scope > ol > li, :scope > table > tbody > tr");
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

/** Goes through a form with Tab, says something wherever something is asked, and presses the button. */
export async function fillByKeyboard(page: Page, button: string): Promise<void> {
  for (let step = 0; step < MOST_TABS; step += 1) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(`(() => {
      const { activeElement: one } = document;
      const chosen = one.name ? document.querySelector('input[name="' + one.name + '"]:checked') : null;
      return { tag: one.tagName, type: one.type ?? "", value: one.value ?? "",
        text: one.textContent ?? "", chosen: chosen !== null,
        isFirst: one.closest(".checks")?.querySelector(":checked") === null };
    })()`);
    const { tag, type, value, text, chosen, isFirst } = at as FocusedField;
    if (tag === "BUTTON" && text.startsWith(button)) {
      await page.keyboard.press("Enter");
      return;
    }
    if (type === "checkbox" && isFirst) await page.keyboard.press("Space");
    else if (type === "radio" && !chosen) await page.keyboard.press("Space");
    else if (tag === "SELECT" && value === "") await page.keyboard.press("ArrowDown");
    else if (type === "number" && value === "") await page.keyboard.type("70");
    else if (tag === "TEXTAREA" && value === "")
      await page.keyboard.insertText(
        `Nobody can undo step ${step} within a day, because the old data is gone by then.`,
      );
  }
  throw new Error(`Tab never came to "${button}".`);
}

const MOST_TABS = 400;

interface FocusedField {
  readonly tag: string;
  readonly type: string;
  readonly value: string;
  readonly text: string;
  readonly chosen: boolean;
  /** A box of a list in which none is ticked. */
  readonly isFirst: boolean;
}
