/** Checks that Mermaid can parse the diagrams of the pages. */
import { lineAt, pagesOf, type Problem, type Repository } from "./Repository.ts"

const statement =
  /^(?:sequenceDiagram|stateDiagram-v2|(?:actor|participant) \w+(?: as [^;#]+)?|(?:alt|else|opt|loop) [^;#]+|else|end|Note over \w+(?:,\w+)?: [^;#]+|(?:\w+|\[\*\]) ?--?>>? ?(?:\w+|\[\*\])(?:: [^;#]+)?)$/

/** Reports each line of a diagram that Mermaid cannot parse, for example because of a semicolon. */
export const checkDiagrams = (repository: Repository): ReadonlyArray<Problem> =>
  pagesOf(repository).flatMap((path) => {
    const text = repository.read(path)
    return Array.from(text.matchAll(/^```mermaid\n([\s\S]*?)^```$/gm)).flatMap(({ 1: diagram, index }) => {
      const first = lineAt(text, index) + 1
      return diagram!.trimEnd().split("\n").flatMap((line, offset): ReadonlyArray<Problem> =>
        line.trim() === "" || statement.test(line.trim())
          ? []
          : [{ path, line: first + offset, message: `Mermaid cannot parse the line "${line.trim()}"; rewrite it` }]
      )
    })
  })
