/** An app in the browser's language, until the user chooses another one. */
import { AuthProvider, SignIn, type TextOverrides } from "latchkey/react"
import { useEffect, useState } from "react"
import { loadTexts } from "./loadTexts.ts"

const choices = { en: "English", ar: "العربية", de: "Deutsch", ja: "日本語" }

export const App = () => {
  const [chosen, choose] = useState<string>()
  // `undefined` until the texts are loaded, so that the page is never in two languages.
  const [loaded, setLoaded] = useState<{ readonly texts: TextOverrides | undefined }>()
  useEffect(() => {
    let isCurrent = true
    void loadTexts(chosen === undefined ? navigator.languages : [chosen]).then(
      (texts) => isCurrent && setLoaded({ texts }),
      // The file did not load, for example offline: the page stays readable.
      () => isCurrent && setLoaded((previous) => previous ?? { texts: undefined })
    )
    return () => {
      isCurrent = false
    }
  }, [chosen])
  if (loaded === undefined) return null
  return (
    <AuthProvider
      projectId="3f6e8a52-62c3-4d2e-9d5b-0a3b9a0f7a11"
      publishableClientKey="pck_example"
      texts={loaded.texts}
    >
      <select aria-label="Language" value={chosen} onChange={({ target }) => choose(target.value)}>
        {Object.entries(choices).map(([code, name]) => <option key={code} value={code}>{name}</option>)}
      </select>
      <SignIn />
    </AuthProvider>
  )
}
