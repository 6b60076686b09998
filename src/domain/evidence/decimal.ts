/** K2: exact decimal numbers, in which 0.1 + 0.2 is 0.3. */

interface Decimal {
  readonly digits: bigint;
  /** How many of the digits are after the decimal point. */
  readonly places: number;
}

export function parseDecimal(number: number): Decimal {
  if (Number.isSafeInteger(number)) return { digits: BigInt(number), places: 0 };
  const [mantissa = "0", exponent = "0"] = String(number).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return normalizePlaces({
    digits: BigInt(whole + fraction),
    places: fraction.length - Number(exponent),
  });
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const places = Math.max(a.places, b.places);
  return { digits: scaleDigits(a, places) + scaleDigits(b, places), places };
}

export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return { digits: a.digits * b.digits, places: a.places + b.places };
}

/** Below zero where `a` is less, above it where it is more. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const places = Math.max(a.places, b.places);
  const difference = scaleDigits(a, places) - scaleDigits(b, places);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function convertToNumber({ digits, places }: Decimal): number {
  return Number(`${digits}e-${places}`);
}

function scaleDigits({ digits, places }: Decimal, to: number): bigint {
  return to === places ? digits : digits * 10n ** BigInt(to - places);
}

/** Numbers such as 1e21 have more digits than they show. */
function normalizePlaces({ digits, places }: Decimal): Decimal {
  return places < 0
    ? { digits: scaleDigits({ digits, places }, 0), places: 0 }
    : { digits, places };
}
