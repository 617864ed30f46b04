/** The index of the gallery: the components, the states of one of them, and controls for their appearance. */
import { type ChangeEvent, type ReactElement, useState } from "react"
import { languages } from "./languages.ts"
import { type Settings, writeSettings } from "./settings.ts"
import type { Entry } from "./Story.ts"

/** The widths that a story is shown at, in pixels. */
const widths: Readonly<Record<string, string>> = {
  "": "Full width",
  320: "320 px",
  390: "390 px",
  768: "768 px",
  1280: "1280 px"
}

interface FrameProps {
  readonly entries: ReadonlyArray<Entry>
  readonly initial: Settings
}

export const Frame = ({ entries, initial }: FrameProps): ReactElement => {
  const [settings, setSettings] = useState(initial)
  const [width, setWidth] = useState(() => new URLSearchParams(location.search).get("width") ?? "")
  const components = [...new Set(entries.map(({ group }) => group.component))]
  const [component, setComponent] = useState(() => readComponent(components))
  const update = (next: Partial<Settings>) => setSettings({ ...settings, ...next })
  return (
    <div className="frame">
      <nav className="components" aria-label="Components">
        <p className="name">Latchkey gallery</p>
        <ul>
          {components.map((name) => (
            <li key={name}>
              <a
                href={`#${name}`}
                aria-current={name === component ? "page" : undefined}
                onClick={() => setComponent(name)}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main className="states">
        <header className="controls">
          <h1>{component}</h1>
          <Choice
            label="Theme"
            value={settings.theme ?? ""}
            options={{ "": "System", light: "Light", dark: "Dark" }}
            onChange={(value) => update({ theme: value === "" ? undefined : value })}
          />
          <Choice
            label="Direction"
            value={settings.direction ?? ""}
            options={{ "": "Of the language", ltr: "Left to right", rtl: "Right to left" }}
            onChange={(value) => update({ direction: value === "" ? undefined : value })}
          />
          <Choice label="Width" value={width} options={widths} onChange={setWidth} />
          <Choice
            label="Language"
            value={settings.language}
            options={Object.fromEntries(Object.entries(languages).map(([id, { name }]) => [id, name]))}
            onChange={(language) => update({ language })}
          />
        </header>
        {entries.filter(({ group }) => group.component === component).map((entry) => (
          <State key={entry.id} entry={entry} query={writeSettings(settings)} width={width} />
        ))}
      </main>
    </div>
  )
}

const readComponent = (components: ReadonlyArray<string>): string => {
  const name = location.hash.slice(1)
  return components.includes(name) ? name : components[0]!
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: Readonly<Record<Value, string>>
  readonly onChange: (value: Value) => void
}

const Choice = <Value extends string>({ label, onChange, options, value }: ChoiceProps<Value>): ReactElement => (
  <label className="choice">
    {label}
    {/* Sound: the values of the options are the keys of `options`. */}
    <select value={value} onChange={({ target }: ChangeEvent<HTMLSelectElement>) => onChange(target.value as Value)}>
      {Object.entries<string>(options).map(([id, name]) => <option key={id} value={id}>{name}</option>)}
    </select>
  </label>
)

/** The height of the borders of a frame, in pixels. */
const borders = 2

interface StateProps {
  readonly entry: Entry
  readonly query: string
  readonly width: string
}

/** A story in a separate frame, which is as high as its content. */
const State = ({ entry: { id, name }, query, width }: StateProps): ReactElement => {
  const [height, setHeight] = useState(240)
  // Relative, since the documentation site has the gallery below its own path.
  const href = `?story=${id}${query.replace("?", "&")}`
  return (
    <section className="state" aria-labelledby={id}>
      <h2 id={id}>
        <a href={href}>{name}</a>
      </h2>
      <iframe
        // Chromium sometimes ignores a new URL if the frame has just loaded another one, so each URL has its own frame.
        key={href}
        title={name}
        src={href}
        loading="lazy"
        style={{ height, width: width === "" ? "100%" : `${width}px` }}
        onLoad={({ currentTarget: { contentDocument } }) => {
          const content = contentDocument?.getElementById("root")
          if (content == null) return
          new ResizeObserver(() => setHeight(content.scrollHeight + borders)).observe(content)
        }}
      />
    </section>
  )
}
