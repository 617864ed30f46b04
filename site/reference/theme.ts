/** Defines the paths and the Markdown of the reference's pages. */
import { basename } from "node:path"
import {
  type Comment,
  type CommentDisplayPart,
  type DeclarationReflection,
  type PageDefinition,
  PageKind,
  type ProjectReflection,
  ReferenceReflection,
  ReferenceType,
  type Reflection,
  ReflectionKind,
  ReflectionType,
  type Renderer,
  Slugger,
  type TranslatedString
} from "typedoc"
import { MarkdownTheme, MarkdownThemeContext, ModuleRouter } from "typedoc-plugin-markdown"
import { declarationText, type Surroundings } from "./signature.ts"

/** Facts about the sources that TypeDoc's model lacks. */
export interface Sources {
  /** The name of the package. */
  readonly packageName: string
  /** The name of the page of each module. */
  readonly pages: ReadonlyMap<string, string>
  readonly heritage: ReadonlyMap<Reflection, string>
  /** The definitions of private type aliases, by name. */
  readonly aliases: ReadonlyMap<string, string>
}

/** TypeDoc's category of declarations without `@category`. */
export const uncategorized = "none"

/** A category of a page. Declarations of one name share a heading. */
interface Section {
  readonly title: string
  readonly members: ReadonlyMap<string, ReadonlyArray<DeclarationReflection>>
}

const isReference = (member: DeclarationReflection): boolean => member instanceof ReferenceReflection

const namespacesOf = (owner: DeclarationReflection) =>
  (owner.children ?? []).filter(({ kind }) => kind === ReflectionKind.Namespace)

/** Lists the re-exports of declarations that another page documents. */
const referencesOf = (owner: DeclarationReflection): ReadonlyArray<ReferenceReflection> =>
  (owner.children ?? []).filter((child) => child instanceof ReferenceReflection)

/** The categories that follow from a name, for types and for values. The first that matches holds. */
const typeTitles: ReadonlyArray<readonly [name: RegExp, title: string]> = [
  [/Errors?$/, "errors"],
  [/(?:Options|Filter|Creation|Update|Changes|Input|Selection)$/, "options"]
]
const valueTitles: ReadonlyArray<readonly [name: RegExp, title: string]> = [
  [/^layer/, "layers"],
  [/^(?:make|create[A-Z])/, "constructors"],
  [/^use[A-Z]/, "hooks"]
]

/** Returns the category of a value from its type. */
const valueTitleOf = ({ name, type }: DeclarationReflection): string => {
  const isCallable = type === undefined || type instanceof ReflectionType && type.declaration.signatures !== undefined
  if (isCallable) return /^[A-Z]/.test(name) ? "components" : "functions"
  const typeName = type instanceof ReferenceType ? type.name : ""
  if (typeName.endsWith("Reference")) return "references"
  return /\b(?:Effect|Stream|WithCallbackUrl|Interceptor)$/.test(typeName) ? "functions" : "constants"
}

/** Returns the category of a declaration without `@category`, from its kind, name and type. */
const titleOf = (declaration: DeclarationReflection): string => {
  const { kind, name } = declaration
  const named = (titles: typeof typeTitles) => titles.find(([pattern]) => pattern.test(name))?.[1]
  switch (kind) {
    case ReflectionKind.Class:
      return /\bService\b/.test(Router.sources.heritage.get(declaration) ?? "") ? "services" : "errors"
    case ReflectionKind.Function:
    case ReflectionKind.Variable:
      return named(valueTitles) ?? valueTitleOf(declaration)
    default:
      return named(typeTitles) ?? "models"
  }
}

/** Groups a module's declarations by category, in source order. */
const sectionsOf = (owner: DeclarationReflection): ReadonlyArray<Section> => {
  const titles = new Map(
    (owner.categories ?? []).filter(({ title }) => title !== uncategorized).flatMap(({ children, title }) =>
      children.map((child) => [child.name, title] as const)
    )
  )
  const sections = new Map<string, Map<string, Array<DeclarationReflection>>>()
  for (const member of owner.children ?? []) {
    if (isReference(member) || member.kind === ReflectionKind.Namespace) continue
    const title = titles.get(member.name) ?? titleOf(member)
    const members = sections.get(title) ?? new Map()
    members.set(member.name, [...members.get(member.name) ?? [], member])
    sections.set(title, members)
  }
  return [...sections].map(([title, members]) => ({ title, members }))
}

const headingOf = (title: string): string => title[0]!.toUpperCase() + title.slice(1)

/** Assigns a page to each entry point and namespace, and an anchor to each of their declarations. */
export class Router extends ModuleRouter {
  static sources: Sources

  override buildChildPages(reflection: Reflection, outPages: Array<PageDefinition>): void {
    if (!reflection.isDeclaration() || reflection.kind !== ReflectionKind.Module) return
    const page = Router.sources.pages.get(reflection.name)!
    this.#addPage(reflection, `${page}.md`, outPages)
    for (const namespace of namespacesOf(reflection)) this.#addPage(namespace, `${page}/${namespace.name}.md`, outPages)
  }

  #addPage(owner: DeclarationReflection, url: string, outPages: Array<PageDefinition>): void {
    // Matches the anchors of GitHub and of the site.
    const slugger = new Slugger({ lowercase: true })
    const anchorOf = (heading: string) => slugger.slug(heading)
    outPages.push({ kind: PageKind.Reflection, model: owner, url })
    this.fullUrls.set(owner, url)
    anchorOf(owner.name)
    if (namespacesOf(owner).length > 0) anchorOf("Namespaces")
    const put = (reflection: Reflection, anchor: string) => {
      this.fullUrls.set(reflection, `${url}#${anchor}`)
      this.anchors.set(reflection, anchor)
      reflection.traverse((child) => {
        put(child, anchor)
        return true
      })
    }
    for (const { members, title } of sectionsOf(owner)) {
      anchorOf(headingOf(title))
      for (const [name, declarations] of members) {
        const anchor = anchorOf(name)
        for (const declaration of declarations) put(declaration, anchor)
      }
    }
    if (referencesOf(owner).length > 0) anchorOf("Also here")
    for (const reference of referencesOf(owner)) put(reference, "also-here")
  }
}

export class Theme extends MarkdownTheme {
  constructor(renderer: Renderer) {
    super(renderer)
    this.reflectionTemplate = (page) => new Page(this, page, this.application.options).text()
  }
}

class Page extends MarkdownThemeContext {
  text(): string {
    const model: Reflection = this.page.model
    if (model.isProject()) return this.#front(model)
    if (!model.isDeclaration()) throw new Error(`There is no page for ${model.getFullName()}`)
    const isNamespace = model.kind === ReflectionKind.Namespace
    const path = [this.page.project, ...isNamespace ? [model.parent!] : []]
    const namespaces = namespacesOf(model)
    const sections = sectionsOf(model)
    const references = referencesOf(model)
    return [
      path.map((owner) => this.#link(owner.name, owner)).join(" / "),
      `# ${model.name}`,
      ...isNamespace ? [code(`import { ${model.name} } from "${model.parent!.name}"`)] : [],
      ...this.#comment(model.comment),
      ...namespaces.length === 0 ? [] : ["## Namespaces", this.#table("namespace", namespaces)],
      contents(sections, this.router.getAnchor.bind(this.router)),
      ...sections.flatMap(({ members, title }) => [
        `## ${headingOf(title)}`,
        ...[...members].flatMap(([name, declarations]) => this.#member(name, declarations))
      ]),
      ...references.length === 0 ? [] : [
        "## Also here",
        `Exported from here too: ${
          references.map((reference) => this.#link(`\`${reference.name}\``, reference.getTargetReflectionDeep())).join(
            ", "
          )
        }.`
      ]
    ].filter((part) => part !== "").join("\n\n")
  }

  #front(project: ProjectReflection): string {
    return [
      `# ${project.name}`,
      "Everything that a program can import, with its types. `npm run docs` generates these pages from the sources. " +
      "[Getting started](../getting-started.md) and the other guides explain how the parts work together.",
      this.#table("entry point", (project.children ?? []).filter((child) => child.isDeclaration()))
    ].join("\n\n")
  }

  #table(title: string, owners: ReadonlyArray<DeclarationReflection>): string {
    const rows = owners.map((owner) => `| ${this.#link(`\`${owner.name}\``, owner)} | ${this.#firstSentence(owner)} |`)
    return [`| ${title} | what |`, "|---|---|", ...rows].join("\n")
  }

  #firstSentence({ comment }: DeclarationReflection): string {
    const text = this.helpers.getCommentParts(comment?.summary ?? []).split("\n\n")[0]!.replaceAll("\n", " ")
    return (/^.*?[^.]\.(?= [A-Z`]|$)/.exec(text)?.[0] ?? text).replaceAll("|", "\\|")
  }

  #link(text: string, target: Reflection): string {
    return `[${text}](${this.urlTo(target)})`
  }

  #comment(comment: Comment | undefined): ReadonlyArray<string> {
    if (comment === undefined) return []
    const text = (parts: ReadonlyArray<CommentDisplayPart>) => this.helpers.getCommentParts([...parts]).trim()
    return [
      text(comment.summary),
      ...comment.blockTags.map(({ content, tag }) => {
        switch (tag) {
          case "@see":
            // Only the first paragraph belongs to the tag.
            return text(content).replace(/^(?:- )?(.*(?:\n.+)*)/, "See $1.")
          case "@deprecated":
            return `**Deprecated.** ${text(content)}`
          case "@generation":
            return `<Badge type="info">services since ${text(content)}</Badge>`
          case "@category":
          case "@inlineType":
            return ""
          default:
            throw new Error(`Unsupported tag ${tag} in ${this.page.model.getFullName()}`)
        }
      })
    ]
  }

  /** Prints the declarations of one name. At least one needs documentation. */
  #member(name: string, declarations: ReadonlyArray<DeclarationReflection>): ReadonlyArray<string> {
    const { heritage } = Router.sources
    const mentioned = new Set<Reflection>()
    const nameOf: Surroundings["nameOf"] = (type) => this.#nameOf(type, mentioned)
    const texts = declarations.map((declaration) => declarationText(declaration, { nameOf, isPublic, heritage }))
    for (const declaration of declarations) mentioned.delete(declaration)
    const comments = declarations.map(({ comment, signatures }) => comment ?? signatures?.[0]?.comment)
    if (!comments.some((comment) => comment?.hasVisibleComponent())) {
      this.theme.application.logger.warn(
        `${this.page.model.getFullName()}.${name} has no documentation` as TranslatedString
      )
    }
    const links = [...mentioned].map((target) => this.#link(`\`${this.#qualified(target)}\``, target))
    return [
      `### ${name}`,
      code(texts.join("\n\n")),
      ...new Set(comments.flatMap((comment) => this.#comment(comment))),
      links.length === 0 ? "" : `Types: ${links.join(", ")}`
    ]
  }

  #nameOf(type: ReferenceType, mentioned: Set<Reflection>): string {
    const target = type.reflection
    if (target === undefined || target.kindOf(ReflectionKind.TypeParameter)) {
      return isPublic(type) ? foreign(type) : this.#private(type.name)
    }
    const reflection = target instanceof ReferenceReflection ? target.getTargetReflectionDeep() : target
    // A member access, such as `Page["Service"]`.
    if (!this.router.hasUrl(reflection)) return type.name
    mentioned.add(reflection)
    return this.#qualified(reflection)
  }

  /** Returns the definition of a private type, or its name if it is opaque. */
  #private(name: string): string {
    const text = Router.sources.aliases.get(name)
    if (text === undefined && !opaqueTypes.includes(name.replace(/^.*\./, ""))) {
      this.theme.application.logger.warn(
        `${this.page.model.getFullName()} shows ${name}, which is not exported` as TranslatedString
      )
    }
    return text ?? name
  }

  /** Returns a name, qualified by its namespace if that is not this page's. */
  #qualified(target: Reflection): string {
    const isHere = target.parent === this.page.model ||
      referencesOf(this.page.model as DeclarationReflection).some((reference) =>
        reference.getTargetReflectionDeep() === target
      )
    return isHere || target.parent?.kind !== ReflectionKind.Namespace
      ? target.name
      : `${target.parent.name}.${target.name}`
  }
}

/** Private types that are printed by name, because their definitions do not matter to callers. */
const opaqueTypes = [
  // Opaque services and component state.
  "Caller",
  "Caught",
  "KnownErrorClass",
  "Session",
  "SingleFlight",
  "NewUser",
  "Options",
  // Errors of the React adapter.
  "ErrorOf",
  "ErrorTexts",
  "WrongCurrentPassword",
  // Types that derive the Promise API from the Effect API.
  "Both",
  "Lifetime",
  "Namespaces",
  "PromisedFunction",
  "Provided",
  "Settled"
]

const isPublic = (type: ReferenceType): boolean =>
  type.reflection !== undefined || type.refersToTypeParameter || type.package !== Router.sources.packageName

const code = (text: string): string => `\`\`\`ts\n${text}\n\`\`\``

/** Returns the name of a type of another package. Effect's modules are namespaces. */
const foreign = ({ name, symbolId }: ReferenceType): string => {
  if (symbolId?.packageName !== "effect") return name
  const module = basename(symbolId.packagePath).replace(/(?:\.d)?\.ts$/, "")
  return symbolId.qualifiedName === module ? module : `${module}.${symbolId.qualifiedName}`
}

const contents = (sections: ReadonlyArray<Section>, anchorOf: (member: Reflection) => string | undefined): string =>
  sections.map(({ members, title }) =>
    `- ${headingOf(title)}: ${
      [...members].map(([name, [member]]) => `[\`${name}\`](#${anchorOf(member!)})`).join(", ")
    }`
  ).join("\n")
