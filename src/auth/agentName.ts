/** The name that a program gives itself. */

const maxLength = 64

/**
 * Returns a name that is safe to show: without control and format characters, which could reorder or hide the text around it, in one
 * line, and at most 64 characters long. Returns `undefined` for a name without other characters. Never fails.
 */
export const cleanName = (name: string): string | undefined => {
  // Not `\s`, which contains a format character.
  const characters = [...name.replace(/\p{Z}|[\t\n\v\f\r]/gu, " ").replace(/[\p{C}]/gu, "").replace(/ +/g, " ").trim()]
  const text = characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join("")}…` : characters.join("")
  return text === "" ? undefined : text
}
