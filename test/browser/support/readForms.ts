/**
 * Reads forms as password managers do, by their published rules: "Create amazing password forms" of Chromium, "Password AutoFill"
 * and "Password Rules" of Apple, and "Design your website to work best with 1Password".
 */

/** Returns the rules that the forms of a page break. Runs in the page. */
export const findBrokenForms = (): ReadonlyArray<string> => {
  const known = ["username", "current-password", "new-password", "one-time-code"]
  const isSecret = (token: string | undefined) => token !== undefined && token !== "username"
  const inputs = Array.from(document.querySelectorAll("input"))
  const tokensOf = (input: HTMLInputElement) => (input.getAttribute("autocomplete") ?? "").split(/\s+/)
  const tokenOf = (input: HTMLInputElement) => tokensOf(input).find((token) => known.includes(token))
  const secrets = inputs.filter((input) => isSecret(tokenOf(input)))
  const found: Array<string> = []
  const report = (where: Element, rule: string) =>
    found.push(`${where.getAttribute("data-latchkey") ?? where.tagName}: ${rule}`)
  for (const input of inputs) {
    const label = `the field "${input.name}"`
    if (input.type === "password" && !isSecret(tokenOf(input))) report(input, `${label} has no autocomplete token`)
    if (tokenOf(input) === undefined) continue
    if (input.name === "") report(input, "a field has no name")
    if (input.id === "" && !input.hidden) report(input, `${label} has no id`)
    if (input.form === null) report(input, `${label} is in no form`)
    if (input.type === "hidden") report(input, `${label} is ignored: hide it with styles`)
    // The token for passkeys is the last one.
    if (tokensOf(input).includes("webauthn") && tokensOf(input).at(-1) !== "webauthn") {
      report(input, `${label}: webauthn is not last`)
    }
  }
  const ids = inputs.map(({ id }) => id).filter((id) => id !== "")
  if (new Set(ids).size < ids.length) found.push("two fields have the same id")
  for (const form of new Set(secrets.flatMap(({ form }) => form ?? []))) {
    const tokens = Array.from(form.querySelectorAll("input")).flatMap((input) => tokenOf(input) ?? [])
    const count = (token: string) => tokens.filter((found) => found === token).length
    if (form.getAttribute("method") !== "post") report(form, "would put its fields into the URL")
    if (form.querySelector("button[type=submit]") === null) report(form, "has no submit button")
    if (count("username") > 1) report(form, "has two usernames")
    if (count("current-password") > 1) report(form, "has two current passwords")
    // One to confirm it.
    if (count("new-password") > 2) report(form, "has three new passwords")
    if (count("one-time-code") > 1) report(form, "has two codes")
    if (count("one-time-code") > 0 && count("current-password") + count("new-password") > 0) {
      report(form, "has a code and a password")
    }
    const hasPassword = count("current-password") + count("new-password") > 0
    if (hasPassword && count("username") === 0) report(form, "has no username")
    if (tokens.indexOf("username") > 0) report(form, "has the username after the password")
    const rules = form.querySelector("[autocomplete=new-password]")?.getAttribute("passwordrules")
    if (count("new-password") > 0 && !/^minlength: \d+; maxlength: \d+;$/.test(rules ?? "")) {
      report(form, "has no password rules")
    }
  }
  return found
}
