import { assert, describe, it } from "@effect/vitest"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { checkLinks } from "../../scripts/checks/links.ts"
import { formatProblem, makeRepository } from "../../scripts/checks/Repository.ts"
import { anchorOf, anchorsIn, linksIn, mapLinks } from "../../site/markdown.ts"
import { deadSiteLinks } from "../../site/siteLinks.ts"

/** Runs a test in a folder with the given files. */
const inFolder = <A>(files: Readonly<Record<string, string>>, run: (folder: string) => A): A => {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-site-"))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    return run(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe("checkLinks", () => {
  const deadIn = (folder: string) => checkLinks(makeRepository(folder)).map(formatProblem)
  const pages = {
    "README.md": "# Project\n\n[guide](docs/guide.md) [part](docs/guide.md#part-one) ![image](docs/images/a.png)\n",
    "docs/guide.md": "# Guide\n\n## Part one\n\n[home](../README.md) [here](#part-one) [example](../examples/a.ts)\n",
    "docs/images/a.png": "image",
    "examples/a.ts": "export {}"
  }

  it("accepts links to pages, headings, images and source files", () => {
    inFolder(pages, (folder) => assert.deepStrictEqual(deadIn(folder), []))
  })

  it("reports a link to a page that does not exist", () => {
    inFolder({ ...pages, "docs/other.md": "[guide](guides.md)\n" }, (folder) => {
      assert.deepStrictEqual(deadIn(folder), ["docs/other.md:1: the link (guides.md) is dead: no such file"])
    })
  })

  it("reports a link to a heading that does not exist, on another page and on the same page", () => {
    inFolder({ ...pages, "docs/other.md": "# Other\n\n[a](guide.md#part-two) [b](#others)\n" }, (folder) => {
      assert.deepStrictEqual(deadIn(folder), [
        "docs/other.md:3: the link (guide.md#part-two) is dead: no such heading",
        "docs/other.md:3: the link (#others) is dead: no such heading"
      ])
    })
  })

  it("reports an image of the README that does not exist", () => {
    inFolder({ ...pages, "README.md": `<img src="docs/images/b.png" alt="b">\n` }, (folder) => {
      assert.strictEqual(deadIn(folder).length, 1)
    })
  })
})

describe("deadSiteLinks", () => {
  const page = (body: string) => `<!doctype html><html><body>${body}</body></html>`
  const site = {
    "index.html": page(`<a href="/docs/guide.html#part">guide</a><a href="https://example.com/x">other</a>`),
    "guide.html": page(`<h2 id="part">Part</h2><a href="#part">here</a><a href="./reference/Client.html">Client</a>`),
    "reference/Client.html": page(
      `<a href="../guide.html#part">guide</a><a href="/docs/">home</a><img src="/docs/a.svg">`
    ),
    "a.svg": "<svg/>"
  }

  it("accepts links below the base path, to pages and to folders", () => {
    inFolder(site, (folder) => assert.deepStrictEqual(deadSiteLinks(folder, "/docs/"), []))
  })

  it("reports a link without .html, which only some hosts resolve", () => {
    inFolder({ ...site, "planted.html": page(`<a href="/docs/guide#part">guide</a>`) }, (folder) => {
      assert.deepStrictEqual(deadSiteLinks(folder, "/docs/"), ["planted.html: /docs/guide#part (no such page)"])
    })
  })

  it("reports a planted link to a page that does not exist", () => {
    inFolder({ ...site, "planted.html": page(`<a href="/docs/none.html">none</a>`) }, (folder) => {
      assert.deepStrictEqual(deadSiteLinks(folder, "/docs/"), ["planted.html: /docs/none.html (no such page)"])
    })
  })

  it("reports a planted anchor that does not exist", () => {
    inFolder({ ...site, "planted.html": page(`<a href="guide.html#parts">parts</a>`) }, (folder) => {
      assert.deepStrictEqual(deadSiteLinks(folder, "/docs/"), ["planted.html: guide.html#parts (no such anchor)"])
    })
  })

  it("reports a link that leaves the base path", () => {
    inFolder({ ...site, "planted.html": page(`<a href="/guide.html">guide</a>`) }, (folder) => {
      assert.deepStrictEqual(deadSiteLinks(folder, "/docs/"), ["planted.html: /guide.html (outside of /docs/)"])
    })
  })
})

describe("Markdown", () => {
  it("Markdown headings have the anchors that GitHub builds", () => {
    assert.strictEqual(anchorOf("Users, teams & keys: `a.b`"), "users-teams--keys-ab")
    assert.deepStrictEqual([...anchorsIn("# One\n\n## [Two](x.md)\n\n```md\n## Code\n```\n\n## One\n")], [
      "one",
      "two",
      "one-1"
    ])
  })

  it("has no links in code", () => {
    assert.deepStrictEqual(
      linksIn("`[a](b.md)`\n\n```ts\nconst a = b[0](c)\n```\n\n[d](e.md#f)").map(({ path }) => path),
      ["e.md"]
    )
  })

  it("keeps code and external links when links are mapped", () => {
    const text = "[a](b.md) [c](https://example.com/b.md)\n\n```ts\nlist[0](b.md)\n```\n"
    assert.strictEqual(
      mapLinks(text, (path) => `/${path}`),
      "[a](/b.md) [c](https://example.com/b.md)\n\n```ts\nlist[0](b.md)\n```\n"
    )
  })

  it("keeps anchors and links within the page when links are mapped", () => {
    assert.strictEqual(mapLinks("[a](b.md#c) [d](#e)", (path) => `/${path}`), "[a](/b.md#c) [d](#e)")
  })
})
