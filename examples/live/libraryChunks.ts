/** The parts of the site's programs that all of them share: one file for each, instead of dozens. */
export const libraryChunks = [
  { name: "react", test: /node_modules\/(?:react|react-dom|scheduler)\// },
  { name: "effect", test: /node_modules\/effect\// },
  { name: "emulator", test: /\/src\/emulator\// }
]
