import { join } from "node:path"
import { isFile } from "../project/files.ts"
import { isSameCode, signInHint, type Start, type StartInput } from "./Start.ts"

/** Returns the start for React with Vite, in TypeScript or JavaScript. */
export const viteStart = ({ project, service }: StartInput): Start => {
  const mains = ["src/main.tsx", "src/main.jsx", "src/index.tsx", "src/index.jsx"]
  const main = mains.find((path) => isFile(join(project.folder, path)))
  const isTypeScript = main === undefined ? project.usesTypeScript : main.endsWith(".tsx")
  const extension = isTypeScript ? "tsx" : "jsx"
  const importLine = `import { Auth } from './Auth.${extension}'`
  return {
    envFile: ".env.local",
    variables: {
      VITE_STACK_PROJECT_ID: service.projectId,
      VITE_STACK_PUBLISHABLE_CLIENT_KEY: service.publishableClientKey,
      VITE_STACK_API_URL: service.apiUrl
    },
    files: [{
      path: `src/Auth.${extension}`,
      content: authComponent(isTypeScript),
      purpose: "Provides the session, and shows the sign-in to visitors.",
      isDone: (source) => source.includes("latchkey/react")
    }, {
      path: "src/styles.css",
      content: "@layer base, latchkey;\n@import './index.css' layer(base);\n\n.auth-header {\n  padding: 16px;\n}\n",
      purpose: "Lets the styles of the components win over the rules for elements in index.css.",
      isDone: (source) => source.includes("latchkey")
    }],
    edits: [{
      paths: main === undefined ? [`src/main.${extension}`] : [main],
      purpose: "Shows <App /> to signed-in users only.",
      isDone: (source) => /from ["']\.\/Auth(?:\.[jt]sx)?["']|["']latchkey\/react["']/.test(source),
      edit: (source) => editMain(source, extension),
      lines: `import './styles.css' // instead of index.css, and before Auth\n${importLine}\n\n<Auth><App /></Auth>`
    }, {
      paths: ["ts", "js", "mts", "mjs"].map((extension) => `vite.config.${extension}`),
      purpose: "Keeps other sites from framing the pages, and the codes in their URLs out of referrers.",
      isDone: (source) => source.includes("frame-ancestors"),
      edit: editConfig,
      lines: `${headers}\n\nserver: { headers },\npreview: { headers },`
    }],
    script: { command: "vite", template: /^vite(?: [\w.:=-]+)*$/ },
    packages: [],
    tryIt: ["Open the URL that Vite prints.", signInHint(service)]
  }
}

const authComponent = (isTypeScript: boolean) =>
  `import { AuthProvider, HandlerPage, SignedIn, SignIn, UserButton } from 'latchkey/react'
import 'latchkey/react/styles.css'
import { Suspense${isTypeScript ? ", type ReactNode" : ""} } from 'react'

export function Auth({ children }${isTypeScript ? ": { children: ReactNode }" : ""}) {
  return (
    <AuthProvider
      projectId={import.meta.env.VITE_STACK_PROJECT_ID}
      publishableClientKey={import.meta.env.VITE_STACK_PUBLISHABLE_CLIENT_KEY}
      apiUrl={import.meta.env.VITE_STACK_API_URL}
    >
      <Suspense fallback={<p>Loading…</p>}>
        {location.pathname.startsWith('/handler/') ? (
          // The pages behind links in emails, OAuth callbacks and redirects.
          <HandlerPage />
        ) : (
          <SignedIn fallback={<SignIn />}>
            <header className="auth-header">
              <UserButton showName />
            </header>
            {children}
          </SignedIn>
        )}
      </Suspense>
    </AuthProvider>
  )
}
`

const headers =
  `// Other sites must not frame the pages, or see the codes in their URLs. Set these headers in production too.
const headers = {
  'Content-Security-Policy': "frame-ancestors 'self'",
  'Referrer-Policy': 'no-referrer',
}`

/** Adds the headers to the template's configuration. Returns `undefined` for any other file. */
const editConfig = (source: string): string | undefined => {
  const imports = Array.from(source.matchAll(/^import [^\n]* from ["'][^"'\n]+["'];?[^\S\n]*$/gm))
  const isTemplate = imports.length > 0 && source.split("export default defineConfig({").length === 2 &&
    /\n\}\);?\s*$/.test(source) && !/\b(?:server|preview|headers)\b/.test(source)
  if (!isTemplate) return undefined
  const [last] = imports.at(-1)!
  return source
    .replace(last, () => `${last}\n\n${headers}`)
    .replace(/\n(\}\);?\s*)$/, "\n  server: { headers },\n  preview: { headers },\n$1")
}

/** The entry in create-vite's template. `App` has an extension, which older templates omit. */
const template = `import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './index.css'
import App from './App'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
`

/** Wraps `<App />` in the template's entry. Returns `undefined` for any other file. */
const editMain = (source: string, extension: string): string | undefined => {
  const comparable = source.replace(/(["']\.\/App)\.[jt]sx(["'])/, "$1$2").replace("('root'))", "('root')!)")
  if (!isSameCode(comparable, template)) return undefined
  return source
    .replace(/(["'])\.\/index\.css\1/, "$1./styles.css$1")
    .replace(/^(import App from (["'])\.\/App[^\n]*)$/m, (line, _, quote: string) => {
      const end = line.trimEnd().endsWith(";") ? ";" : ""
      return `${line}\nimport { Auth } from ${quote}./Auth.${extension}${quote}${end}`
    })
    .replace(/^([^\S\n]*)<App \/>[^\S\n]*$/m, "$1<Auth>\n$1  <App />\n$1</Auth>")
}
