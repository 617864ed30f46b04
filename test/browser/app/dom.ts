/** The little that the app needs of the page: headings, forms, and texts. */

const main = (): HTMLElement => document.querySelector("main")!

/** Shows a line of text, and returns how to change it. */
export const line = (text: string): (text: string) => void => {
  const element = document.createElement("p")
  element.textContent = text
  main().append(element)
  return (text) => {
    element.textContent = text
  }
}

/**
 * Shows a form with a field for each label, and what comes of sending it below. A label that speaks of a password hides
 * what is typed.
 */
export const form = <const Label extends string>(
  title: string,
  labels: ReadonlyArray<Label>,
  send: (values: Readonly<Record<Label, string>>) => Promise<string>
): void => {
  const element = document.createElement("form")
  element.setAttribute("aria-label", title)
  const inputs = labels.map((label) => {
    const input = document.createElement("input")
    input.name = label
    input.type = /password/i.test(label) ? "password" : "text"
    const caption = document.createElement("label")
    caption.append(label, " ", input)
    element.append(caption, " ")
    return input
  })
  const button = document.createElement("button")
  button.textContent = title
  element.append(button)
  main().append(element)
  const answer = line("")
  element.addEventListener("submit", async (event) => {
    event.preventDefault()
    // Sound: there is an input for each label.
    const values = Object.fromEntries(inputs.map(({ name, value }) => [name, value])) as Record<Label, string>
    answer("…")
    answer(await send(values))
  })
}
