/** Puts the scripts and styles of built pages into their HTML, so that a page is one request. */
import type { Plugin } from "./vite.ts"

/**
 * Creates the plugin. `pages` maps the paths of the templates to those of the built pages, and `modules` maps texts in them to
 * the modules whose URLs take their place.
 */
export const inlineAssets = (
  pages: Readonly<Record<string, string>>,
  modules: Readonly<Record<string, string>>
): Plugin => {
  let base = "/"
  return {
    name: "latchkey-inline-assets",
    enforce: "post",
    configResolved: (config) => {
      base = config.base
    },
    generateBundle: {
      order: "post",
      handler: (_, bundle) => {
        const nameIn = (url: string) => Object.keys(bundle).find((name) => url.endsWith(`/${name}`))
        for (const [template, page] of Object.entries(pages)) {
          const file = bundle[template]
          if (file?.type !== "asset") throw new Error(`The build has no ${template}`)
          file.fileName = page
          file.source = String(file.source)
            .replace(/<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g, (link, url: string) => {
              const name = nameIn(url)
              const style = name === undefined ? undefined : bundle[name]
              if (name === undefined || style?.type !== "asset") return link
              delete bundle[name]
              return `<style>${String(style.source).trim()}</style>`
            })
            .replace(/<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/g, (script, url: string) => {
              const name = nameIn(url)
              const chunk = name === undefined ? undefined : bundle[name]
              if (name === undefined || chunk?.type !== "chunk") return script
              // Its imports are relative to its file, which the page no longer loads.
              const folder = url.slice(0, url.lastIndexOf("/") + 1)
              const code = chunk.code.trim().replace(/(["'`])\.\/([\w.-]+\.js)\1/g, `$1${folder}$2$1`)
              return script.replace(/ crossorigin| src="[^"]+"/g, "").replace("></", () => `>${code}</`)
            })
          for (const [text, module] of Object.entries(modules)) {
            const chunk = Object.values(bundle).find((file) => file.type === "chunk" && file.facadeModuleId === module)
            file.source = file.source.replace(text, `${base}${chunk?.fileName}`)
          }
        }
      }
    }
  }
}
