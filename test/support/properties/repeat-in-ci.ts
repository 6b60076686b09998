/**
 * Properties are tried on the same inputs in every run of CI, so that a change fails for what it broke. At a desk every
 * run tries others.
 */
import * as fc from "fast-check";

if (process.env["CI"] === "true")
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_119 });
