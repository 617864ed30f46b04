import { join } from "node:path"
import { isFile, isFolder, readText } from "../project/files.ts"
import { signInHint, type Start, type StartEdit, type StartFile, type StartInput } from "./Start.ts"

/** Returns the start for Next.js and its App Router, in TypeScript or JavaScript, with or without `src`. */
export const nextStart = ({ project, service }: StartInput): Start => {
  const root = isFolder(join(project.folder, "src/app")) ? "src/" : ""
  const layouts = ["tsx", "jsx", "js"].map((extension) => `${root}app/layout.${extension}`)
  const layout = layouts.find((path) => isFile(join(project.folder, path)))
  const isTypeScript = layout === undefined ? project.usesTypeScript : layout.endsWith(".tsx")
  const ts = isTypeScript ? "ts" : "js"
  const tsx = isTypeScript ? "tsx" : "js"
  const children = isTypeScript ? ": { children: ReactNode }" : ""
  const globals = readText(join(project.folder, `${root}app/globals.css`))
  const hasTailwind = globals !== undefined && /@import ["']tailwindcss|@tailwind /.test(globals)
  return {
    envFile: ".env.local",
    variables: {
      NEXT_PUBLIC_STACK_PROJECT_ID: service.projectId,
      NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: service.publishableClientKey,
      NEXT_PUBLIC_STACK_API_URL: service.apiUrl,
      STACK_SECRET_SERVER_KEY: service.secretServerKey ?? ""
    },
    files: [
      {
        path: `${root}auth.${ts}`,
        content: authModule,
        purpose: "Creates the functions that read the session on the server. The options come from the environment.",
        isDone: (source) => source.includes("latchkey/next")
      },
      {
        path: `${root}proxy.${ts}`,
        alternatives: ["ts", "js"].flatMap((extension) =>
          ["proxy", "middleware"].map((name) => `${root}${name}.${extension}`)
        ),
        content: proxyModule(isTypeScript),
        purpose: "Refreshes expired sessions before a page renders, and protects the pages with codes in their URLs.",
        isDone: (source) => /["'](?:\.|@)\/auth(?:\.[jt]s)?["']|latchkey\/next/.test(source)
      },
      ...components(root, tsx, children, hasTailwind ? "p-4" : "auth-header"),
      ...hasTailwind ? [] : [{
        path: `${root}app/styles.css`,
        content: stylesheet(globals !== undefined),
        purpose: "Loads the styles of the components, which win over the rules for elements in globals.css.",
        isDone: loadsStyles
      }]
    ],
    edits: [...hasTailwind ? [tailwindEdit(root)] : [], {
      paths: layout === undefined ? [`${root}app/layout.${tsx}`] : [layout],
      purpose: "Wraps all pages in <Auth>.",
      isDone: (source) => /from ["']\.\/Auth(?:\.[jt]sx?)?["']|["']latchkey\/react["']/.test(source),
      edit: (source) => editLayout(hasTailwind ? source : source.replace("\"./globals.css\"", "\"./styles.css\"")),
      lines: `import { Auth } from "./Auth";\n${
        hasTailwind ? "" : "import \"./styles.css\"; // instead of globals.css\n"
      }\n<body><Auth>{children}</Auth></body>`
    }],
    script: { command: "next dev", template: /^next dev(?: [\w.:=-]+)*$/ },
    packages: [],
    tryIt: [
      "Open http://localhost:3000 and choose \"Sign in\", or open http://localhost:3000/dashboard.",
      signInHint(service)
    ]
  }
}

const authModule = `import { createAuth } from "latchkey/next";

export const { auth, proxy, requireUser, route, run, seed, signOut } = createAuth();
`

const proxyModule = (isTypeScript: boolean) =>
  `${
    isTypeScript ? "import type { NextRequest } from \"next/server\";\n" : ""
  }import { proxy as refresh } from "./auth";

export async function proxy(request${isTypeScript ? ": NextRequest" : ""}) {
  const response = await refresh(request);
  if (request.nextUrl.pathname.startsWith("/handler/")) {
    // Other sites must not frame these pages, or see the codes in their URLs.
    response.headers.set("Content-Security-Policy", "frame-ancestors 'none'");
    response.headers.set("Referrer-Policy", "no-referrer");
  }
  return response;
}

// All paths except static files.
export const config = {
  matcher: ["/((?!_next/|.*\\\\.(?:css|ico|js|png|svg|txt|webp)$).*)"],
};
`

const components = (
  root: string,
  tsx: string,
  children: string,
  headerClass: string
): ReadonlyArray<StartFile> => [
  {
    path: `${root}app/Auth.${tsx}`,
    content: authComponent(children, headerClass),
    purpose: "Passes the session of the request to the components, and shows the user's menu.",
    isDone: (source) => source.includes("AuthClient")
  },
  {
    path: `${root}app/AuthClient.${tsx}`,
    content: clientComponent(children.replace(" }", "; seed: unknown }")),
    purpose: "Provides the client to hooks and components in the browser.",
    isDone: (source) => source.includes("latchkey/react")
  },
  {
    path: `${root}app/handler/[...page]/page.${tsx}`,
    content: handlerPage,
    purpose: "Has the pages for signing in and up, and the pages behind links in emails.",
    isDone: (source) => source.includes("HandlerPage")
  },
  {
    path: `${root}app/dashboard/page.${tsx}`,
    content: dashboardPage(headerClass),
    purpose: "A page for signed-in users. Visitors sign in first.",
    isDone: (source) => source.includes("requireUser")
  },
  {
    path: `${root}app/dashboard/loading.${tsx}`,
    content: `export default function Loading() {\n  return <p>Loading…</p>;\n}\n`,
    purpose: "Shown while the dashboard reads the session.",
    isDone: () => true
  }
]

const authComponent = (children: string, headerClass: string) =>
  `import { SignedIn, UserButton } from "latchkey/react";
import Link from "next/link";
import { Suspense${children && ", type ReactNode"} } from "react";
import { seed } from "../auth";
import { AuthClient } from "./AuthClient";

export function Auth({ children }${children}) {
  return (
    <Suspense>
      <Session>{children}</Session>
    </Suspense>
  );
}

async function Session({ children }${children}) {
  return (
    <AuthClient seed={await seed()}>
      <header className="${headerClass}">
        <SignedIn fallback={<Link href="/handler/sign-in">Sign in</Link>}>
          <UserButton showName />
        </SignedIn>
      </header>
      {children}
    </AuthClient>
  );
}
`

const clientComponent = (properties: string) =>
  `"use client";

import { AuthProvider } from "latchkey/react";
${properties && "import type { ReactNode } from \"react\";\n"}
export function AuthClient({ children, seed }${properties}) {
  return (
    <AuthProvider
      projectId={process.env.NEXT_PUBLIC_STACK_PROJECT_ID}
      publishableClientKey={process.env.NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY}
      apiUrl={process.env.NEXT_PUBLIC_STACK_API_URL}
      dehydrated={seed}
    >
      {children}
    </AuthProvider>
  );
}
`

const handlerPage = `import { HandlerPage } from "latchkey/react";

export default function Handler() {
  return <HandlerPage />;
}
`

const dashboardPage = (headerClass: string) =>
  `import { requireUser } from "../../auth";

export default async function Dashboard() {
  const { claims } = await requireUser();
  return <h1 className="${headerClass}">Hello, {claims.name ?? claims.email}!</h1>;
}
`

const loadsStyles = (source: string) => source.includes("latchkey/react/styles.css")

/** A layer wins over the layers before it, and rules without a layer over all. */
const stylesheet = (hasGlobals: boolean) =>
  hasGlobals
    ? `@layer base, latchkey;\n@import "./globals.css" layer(base);\n@import "latchkey/react/styles.css";\n${headerRule}`
    : `@import "latchkey/react/styles.css";\n${headerRule}`

const headerRule = "\n.auth-header {\n  padding: 16px;\n}\n"

const tailwind = /^@import (["'])tailwindcss\1;/

const tailwindEdit = (root: string): StartEdit => ({
  paths: [`${root}app/globals.css`],
  purpose: "Loads the styles of the components, between Tailwind's base styles and its utilities.",
  isDone: loadsStyles,
  edit: (source) =>
    tailwind.test(source)
      ? source.replace(tailwind, (line) => `${layerOrder}\n${line}\n@import "latchkey/react/styles.css";`)
      : undefined,
  lines: `${layerOrder} /* before all other rules */\n@import "latchkey/react/styles.css";`
})

const layerOrder = "@layer theme, base, latchkey, components, utilities;"

/** Wraps the children in the template's root layout. Returns `undefined` for any other file. */
const editLayout = (source: string): string | undefined => {
  const imports = Array.from(source.matchAll(/^import\b[^"']*["']([^"']+)["'];?[^\S\n]*$/gm))
  const bodies = Array.from(source.matchAll(/(<body[^>]*>)\s*\{children\}\s*<\/body>/g))
  const isTemplate = imports.length > 0 && bodies.length === 1 && /function RootLayout\(/.test(source) &&
    imports.every(([, path]) => /^(?:next|next\/font\/(?:google|local)|\.\/(?:globals|styles)\.css)$/.test(path!))
  if (!isTemplate) return undefined
  const [last] = imports.at(-1)!
  const end = last.trimEnd().endsWith(";") ? ";" : ""
  return source
    .replace(last, `import { Auth } from "./Auth"${end}\n${last}`)
    .replace(
      /^([^\S\n]*)(<body[^>]*>)\s*\{children\}\s*<\/body>/m,
      (_, indent: string, body: string) => `${indent}${body}\n${indent}  <Auth>{children}</Auth>\n${indent}</body>`
    )
}
