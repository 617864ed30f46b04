import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type DefaultTheme, defineConfig } from "vitepress"
import { allExamples } from "../../examples/live/allExamples.ts"
import { readAddress } from "../../scripts/address.ts"
import { readText, root } from "../../scripts/repository.ts"
import { pagesFolder } from "../assemble.ts"
import { escapeAttribute, groupTabs } from "../codeTabs.ts"
import { componentGroups, pageNameOf } from "../componentPages/groups.ts"
import { anchorOf } from "../markdown.ts"
import { type OpenApiDocument, openApiSidebar } from "../openapi/pages.ts"
import { entries, pagesIn } from "../reference/pages.ts"
import { sidebarNameOf } from "../reference/splitPages.ts"
import { wrapExamples } from "../runBlocks.ts"
import { indexOptions, searchablePart, withSearchWords } from "../search.ts"
import { groups } from "../sidebar.ts"

/** The examples of the guides by id. */
const examples = new Map(allExamples().map((example) => [example.id, example]))

const read = (page: string): string => readFileSync(join(pagesFolder, page), "utf8")

/** Returns the first heading of a page, which names it in the sidebar. */
const titleOf = (page: string): string => /^# (.+)$/m.exec(read(page))?.[1]?.replaceAll("`", "") ?? page

const exists = (page: string): boolean => {
  try {
    return read(page) !== ""
  } catch {
    return false
  }
}

const guides: Array<DefaultTheme.SidebarItem> = groups.map(({ pages, title }) => ({
  text: title,
  items: pages.filter((page) => exists(`${page}.md`)).map((page) => ({ text: titleOf(`${page}.md`), link: `/${page}` }))
}))

const components: ReadonlyArray<DefaultTheme.SidebarItem> = componentGroups.map(({ components, title }) => ({
  text: title,
  items: components.map((name) => ({ text: name, link: `/components/${pageNameOf(name)}` }))
}))

const references = [...pagesIn(join(pagesFolder, "reference")).keys()]

/** The components of the theme that show the data of a fence. */
const frames: ReadonlyMap<string, string> = new Map([
  ["component-cards", "ComponentCards"],
  ["story-frame", "StoryFrame"]
])

const reference: Array<DefaultTheme.SidebarItem> = [
  { text: "API reference", link: "/reference/README" },
  ...entries().map(({ name, page }): DefaultTheme.SidebarItem => {
    const namespaces = references.filter((path) => path.startsWith(`${page}/`))
      .map((path) => ({
        text: sidebarNameOf(path.slice(page.length + 1, -".md".length)),
        link: `/reference/${path.slice(0, -3)}`
      }))
      .toSorted((a, b) => a.text.localeCompare(b.text, "en"))
    return {
      text: name,
      link: `/reference/${page}`,
      ...namespaces.length === 0 ? {} : { items: namespaces, collapsed: page !== "latchkey" }
    }
  })
]

const errors: Array<DefaultTheme.SidebarItem> = [
  { text: "All errors", link: "/error-codes" },
  ...readdirSync(join(pagesFolder, "errors")).toSorted().map((name) => ({
    text: name.slice(0, -".md".length),
    link: `/errors/${name.slice(0, -".md".length)}`
  }))
]

const document: OpenApiDocument = JSON.parse(read("public/openapi.json"))

const themePath = (file: string): string => join(root, "site/.vitepress/theme", file)

const address = readAddress(readText("package.json"))

/** The path of the site on its host. The build passes it, since VitePress does not add it to `head`. */
const base = process.env.DOCS_BASE ?? "/"

export default defineConfig({
  base,
  title: "Latchkey",
  description: "Authentication and user management for TypeScript, written in and for Effect",
  lang: "en",
  srcDir: "pages",
  // The Markdown of the guides, which is copied as it is.
  srcExclude: ["public/**"],
  outDir: "dist",
  // The build checks links itself, anchors included.
  ignoreDeadLinks: true,
  head: [
    ["meta", { name: "theme-color", content: "#ffffff", media: "(prefers-color-scheme: light)" }],
    ["meta", { name: "theme-color", content: "#1b1b1f", media: "(prefers-color-scheme: dark)" }],
    ["link", { rel: "icon", type: "image/svg+xml", href: `${base}logo.svg` }]
  ],
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    anchor: { slugify: anchorOf },
    // Braces belong to the paths of the HTTP API.
    attrs: { disable: true },
    config: (markdown) => {
      // Doc comments are text: neither HTML nor templates of Vue.
      markdown.set({ html: false })
      for (const name of ["text", "code_inline"]) {
        const rule = markdown.renderer.rules[name]!
        // A long error code breaks after an underscore, its name in Effect before a capital, and a function before a dot.
        markdown.renderer.rules[name] = (...args) =>
          rule(...args).replaceAll("{{", "&#123;&#123;").replace(/(?<=\b[A-Z][A-Z_]*)_(?=[A-Z])/g, "_<wbr>")
            .replace(/(?<=<code>)[A-Z]\w{14,}(?=<)/, (word) => word.replace(/(?<=[a-z])(?=[A-Z])/g, "<wbr>"))
            .replace(/(?<=<code>)\w+(?:\.\w+){2,}/, (path) => path.replaceAll(".", "<wbr>."))
      }
      const fence = markdown.renderer.rules.fence!
      markdown.renderer.rules.fence = (tokens, index, ...rest) => {
        const { content, info } = tokens[index]!
        const component = frames.get(info.trim())
        if (component !== undefined) return `<${component} data="${escapeAttribute(content.trim())}" />`
        return info.trim() === "mermaid"
          ? `<Diagram code="${escapeAttribute(content)}" />`
          : fence(tokens, index, ...rest)
      }
      const table = markdown.renderer.rules.table_open
      markdown.renderer.rules.table_open = (tokens, index, options, env, self) =>
        `<div class="table" tabindex="0">${
          table?.(tokens, index, options, env, self) ?? self.renderToken(tokens, index, options)
        }`
      markdown.renderer.rules.table_close = () => "</table></div>\n"
      markdown.core.ruler.push("code_tabs", (state) => {
        const makeHtml = (content: string) => Object.assign(new state.Token("html_block", "", 0), { content })
        state.tokens = wrapExamples(groupTabs(state.tokens, makeHtml), makeHtml, examples)
      })
      // The words for the search are comments, and comments are HTML.
      markdown.core.ruler.push("search_words", (state) => {
        for (const [index, { content, type }] of state.tokens.entries()) {
          if (type !== "inline" || !/^<!-- search: [^>]+ -->$/.test(content)) continue
          const html = Object.assign(new state.Token("html_block", "", 0), { content: `${content}\n` })
          const hidden = [0, 1].map(() => Object.assign(new state.Token("html_block", "", 0), { content: "" }))
          state.tokens.splice(index - 1, 3, hidden[0]!, html, hidden[1]!)
        }
      })
      // A header cell without text is no header for a screen reader.
      markdown.core.ruler.push("empty_headers", ({ tokens }) => {
        for (const [index, { type }] of tokens.entries()) {
          if (type !== "th_open" || tokens[index + 1]?.content !== "") continue
          tokens[index]!.tag = "td"
          tokens[index + 2]!.tag = "td"
        }
      })
    }
  },
  // The button for the copy is on the pages that have one.
  transformPageData: ({ frontmatter, relativePath }) => {
    frontmatter["hasCopy"] = existsSync(join(pagesFolder, "public", relativePath))
  },
  // The file has no rules, and delays the first paint.
  transformHtml: (html) => html.replace(/<link rel="preload stylesheet" href="[^"]*vp-icons\.css" as="style">/, ""),
  // The search index is large, and is loaded for the first search.
  vite: {
    build: { chunkSizeWarningLimit: 3000 },
    resolve: {
      alias: [
        { find: /^.*\/VPLocalSearchBox\.vue$/, replacement: themePath("SearchBox.ts") },
        { find: /^.*\/VPNavBarSearchButton\.vue$/, replacement: themePath("SearchButton.ts") },
        { find: /^.*\/VPSidebarItem\.vue$/, replacement: themePath("SidebarItem.ts") }
      ]
    },
    plugins: [{
      name: "latchkey-folders",
      // The landing page and the gallery are folders of `public`, which the development server has under their files' names only.
      configureServer: ({ middlewares }) => {
        middlewares.use((request, _, next) => {
          const [path = "", query] = request.url?.split("?") ?? []
          const index = `${path.slice(base.length)}index.html`
          if (path.startsWith(base) && path.endsWith("/") && existsSync(join(pagesFolder, "public", index))) {
            request.url = `${base}${index}${query === undefined ? "" : `?${query}`}`
          }
          next()
        })
      }
    }]
  },
  themeConfig: {
    logo: "/logo.svg",
    // The landing page is no page of VitePress.
    logoLink: { link: base, target: "_self" },
    outline: [2, 3],
    notFound: {
      quote: "There is no page at this address. Search for it, or begin at the start page.",
      linkText: "Start page",
      linkLabel: "Start page"
    },
    search: {
      provider: "local",
      options: {
        // As by default, but without the colors of code, which take longer than everything else and add no word.
        _render: (text, env, markdown) => {
          const { highlight } = markdown.options
          markdown.set({ highlight: null })
          const html = markdown.render(text, env)
          markdown.set({ highlight })
          return env.frontmatter?.search === false ? "" : searchablePart(env.relativePath, withSearchWords(html))
        },
        miniSearch: { options: indexOptions }
      }
    },
    nav: [
      {
        text: "Guide",
        link: "/getting-started",
        activeMatch: "^/(?!reference/|api/|known-errors|changelog)[a-z-]+(?:\\.html)?$"
      },
      { text: "Components", link: "/components/", activeMatch: "^/components/" },
      { text: "API reference", link: "/reference/README", activeMatch: "^/reference/" },
      { text: "HTTP API", link: "/api/", activeMatch: "^/api/" },
      { text: "Errors", link: "/error-codes", activeMatch: "^/(?:errors/|error-codes|known-errors)" },
      { text: "Changelog", link: "/changelog" },
      ...address?.isPublic === true ? [{ text: "Repository", link: address.repository }] : []
    ],
    sidebar: {
      "/reference/": reference,
      "/errors/": [{ text: "Errors", items: [{ text: "Handle errors", link: "/errors" }, ...errors] }],
      "/api/": [{ text: "HTTP API", items: [...openApiSidebar(document)] }],
      "/components/": [
        { text: "Components", items: [{ text: "All components", link: "/components/" }] },
        ...components
      ],
      "/": [
        ...guides,
        {
          text: "Components",
          collapsed: true,
          items: [{ text: "All components", link: "/components/" }, ...components]
        }
      ]
    },
    footer: {
      message: "Released under the MIT License. Not affiliated with Stack Auth.",
      copyright: "Latchkey contributors"
    }
  }
})
