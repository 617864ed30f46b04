import { assert, describe, it } from "@effect/vitest"
import { findReadmeProblems, toPackedGuide, toPackedIndex, toPackedReadme } from "../../scripts/packedReadme.ts"

const homepage = "https://docs.example.org/latchkey/"
const pages = new Set(["index.md", "why.md", "security.md"])
const exists = (path: string) => path === "docs/images/a.png"
const problemsOf = (readme: string) => findReadmeProblems(readme, homepage, pages, exists)

const readme = `# Latchkey

**29.2<!--sizes.sign-in.bundled--> kB**: [why](docs/why.md#bundles), [security](SECURITY.md), [MIT](LICENSE), [other](https://effect.website)

<img src="docs/images/a.png" alt="A picture">

\`\`\`ts
const link = "[why](docs/why.md)"
\`\`\`
`

describe("the README of the package", () => {
  it("its links and images lead to the site, and code stays unchanged", () => {
    assert.strictEqual(
      toPackedReadme(readme, homepage),
      `# Latchkey

**29.2 kB**: [why](${homepage}why.html#bundles), [security](${homepage}security.html), MIT, [other](https://effect.website)

<img src="${homepage}images/a.png" alt="A picture">

\`\`\`ts
const link = "[why](docs/why.md)"
\`\`\`
`
    )
    assert.deepStrictEqual(problemsOf(toPackedReadme(readme, homepage)), [])
  })

  it("the guide for agents has links to the site, and no comments with code", () => {
    const guide = "# Guide\n\n[Why](why.md#bundles)\n\n<!-- run\nprint(1)\n=> 1\n-->\n```ts\nconst a = 1\n```\n"
    assert.strictEqual(
      toPackedGuide(guide, homepage),
      `# Guide\n\n[Why](${homepage}why.html#bundles)\n\n\`\`\`ts\nconst a = 1\n\`\`\`\n`
    )
  })

  it("the index lists each guide with its Markdown on the site", () => {
    const guides = [
      { page: "agents", text: "# Guide\n\n[Why](why.md#bundles) and [security](security.html)\n" },
      { page: "password", text: "# Passwords\n\nSign users in. With a [link](oauth.md).\n" }
    ]
    assert.strictEqual(
      toPackedIndex(guides, homepage),
      `# Latchkey\n\n[Why](${homepage}why.md#bundles) and [security](${homepage}security.html)\n\n## Introduction\n\n` +
        `- [Guide](${homepage}agents.md): Why and security\n\n## Sign-in\n\n` +
        `- [Passwords](${homepage}password.md): Sign users in.\n`
    )
  })

  it("a link to a heading stays within the text, and one without a heading is reported", () => {
    assert.strictEqual(toPackedReadme("[try it](#try-it)\n\n## Try it\n", homepage), "[try it](#try-it)\n\n## Try it\n")
    assert.strictEqual(toPackedGuide("[try it](#try-it)\n", homepage), "[try it](#try-it)\n")
    assert.deepStrictEqual(problemsOf("[try it](#try-it)\n\n## Try it\n"), [])
    assert.deepStrictEqual(problemsOf("[try it](#try-it)\n"), ["the link (#try-it) leads nowhere on npm"])
  })

  it("a relative link, a missing page and a missing image are reported", () => {
    assert.strictEqual(problemsOf(readme).length, 4)
    const packed = toPackedReadme(
      `[a](docs/why.md) [b](docs/gone.md) <img src="docs/images/b.png">`,
      homepage
    )
    assert.deepStrictEqual(problemsOf(packed), [
      `${homepage}gone.html is neither a page nor an image of the site`,
      `${homepage}images/b.png is neither a page nor an image of the site`
    ])
  })
})
