import type { Plugin } from 'vite';

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

interface Part {
  text: string;
  names: string[];
  /** Those of `names` that the file exports. */
  exported: string[];
  uses: Set<string>;
  isImport: boolean;
  /** `export … from …` */
  isReexport: boolean;
  isShape: boolean;
}

/**
 * In the browser a route needs only its method and path, because the server validates input and
 * output. So routes lose their shapes, and each contract file becomes two modules. One has the plain
 * values (routes, limits, messages), the other the shapes, which load with the form that imports one.
 * Zod and all shapes stay out of the student's first load.
 */
export function leanContract(): Plugin {
  const halves = new Map<string, string>();
  return {
    name: 'lean-contract',
    apply: 'build',
    enforce: 'post',
    load(id) {
      const code = halves.get(id);
      return code === undefined ? undefined : { code, moduleSideEffects: false };
    },
    resolveId: (id) => (halves.has(id) ? id : undefined),
    transform(code, id) {
      if (!/\/packages\/contract\/src\/[^?]+\.ts$/.test(id)) return;
      const parts = partsOf(code, this.parse(code) as unknown as Node);
      if (!parts.some(({ isShape }) => isShape)) return;
      const statements = parts.filter(
        ({ isShape, isImport, isReexport }) => !isShape && !isImport && !isReexport,
      );
      const used = new Set(statements.flatMap(({ uses }) => [...uses]));
      // The plain module omits imports that only shapes use.
      const needed = parts.filter(
        ({ isImport, uses }) => isImport && [...uses].some((name) => used.has(name)),
      );
      const plain = [...needed, ...statements];
      const shapes = parts.filter(({ isShape, isImport }) => isShape || isImport);
      const shared = statements.flatMap(({ names }) => names);
      halves.set(`${id}?plain`, exporting(plain));
      halves.set(
        `${id}?shapes`,
        `import{${shared.join()}}from${JSON.stringify(`${id}?plain`)};${exporting(shapes)}`,
      );
      const exportsOf = (half: string, exporters: Part[]) =>
        `export{${exporters.flatMap(({ exported }) => exported).join()}}from${JSON.stringify(`${id}?${half}`)};`;
      const all = [
        exportsOf('plain', statements),
        exportsOf('shapes', shapes),
        ...parts.filter(({ isReexport }) => isReexport).map(({ text }) => text),
      ];
      return { code: all.join(''), map: null, moduleSideEffects: false };
    },
  };
}

/** The statements of a file. A shape is a statement that makes a call or uses a shape. */
function partsOf(code: string, program: Node): Part[] {
  const parts = (program['body'] as Node[]).map((statement) => partOf(code, statement));
  const shapes = new Set([
    'z',
    ...parts.filter((part) => part.isShape).flatMap(({ names }) => names),
  ]);
  for (let before = -1; before !== shapes.size;) {
    before = shapes.size;
    for (const part of parts) {
      part.isShape ||= !part.isImport && [...part.uses].some((name) => shapes.has(name));
      if (part.isShape) for (const name of part.names) shapes.add(name);
    }
  }
  return parts;
}

function partOf(code: string, statement: Node): Part {
  const isImport = statement.type === 'ImportDeclaration';
  const declared = (statement['declaration'] as Node | null) ?? statement;
  const uses = new Set<string>();
  const changes: { start: number; end: number; text: string }[] = [];
  walk(declared, (node, parameters) => {
    const name = node['name'] as string;
    if (node.type === 'Identifier' && !parameters.has(name)) uses.add(name);
    const [method, path] = bareRoute(node);
    if (!method || !path) return true;
    const text = `{method:${code.slice(method.start, method.end)},path:${code.slice(path.start, path.end)}}`;
    changes.push({ start: node.start - declared.start, end: node.end - declared.start, text });
    return false;
  });
  let text = code.slice(declared.start, declared.end);
  for (const { start, end, text: bare } of changes.toReversed())
    text = text.slice(0, start) + bare + text.slice(end);
  const names = isImport ? [] : namesOf(declared);
  const exported = declared === statement ? [] : names;
  const isReexport = !isImport && Boolean(statement['source']);
  const isShape = declared.type === 'VariableDeclaration' && callsSomething(declared);
  return { text, names, exported, uses, isImport, isReexport, isShape };
}

const bareRoute = (node: Node): Node[] =>
  node.type === 'CallExpression' && (node['callee'] as Node)['name'] === 'route'
    ? (node['arguments'] as Node[])
    : [];

function namesOf(declared: Node): string[] {
  const named =
    declared.type === 'VariableDeclaration' ? (declared['declarations'] as Node[]) : [declared];
  return named.flatMap(({ id }) => boundNames(id as Node | null));
}

/** `name`, or every bound name of `{ a, b: c, ...d }` and `[a, b = 1]`. */
function boundNames(bound: Node | null): string[] {
  if (!bound) return [];
  if (bound.type === 'Identifier') return [bound['name'] as string];
  const parts = (bound['properties'] ?? bound['elements']) as Node[] | undefined;
  if (parts) return parts.flatMap(boundNames);
  return boundNames((bound['value'] ?? bound['argument'] ?? bound['left'] ?? null) as Node | null);
}

/** Whether the statement calls a function at module load. Calls inside functions do not count. */
function callsSomething(declared: Node): boolean {
  let isUsed = false;
  walk(declared, (node) => {
    isUsed ||= node.type === 'CallExpression' && !bareRoute(node).length;
    return !isUsed && !bareRoute(node).length && !/Function/.test(node.type);
  });
  return isUsed;
}

const exporting = (parts: Part[]) => {
  const names = parts.flatMap((part) => part.names);
  return `${parts.map(({ text }) => text).join('\n')}\nexport{${names.join()}};`;
};

/**
 * Visits all parts of a node except names that are not references: `.name` and `{ name: … }`.
 * `parameters` are those of the surrounding functions, which shadow names of the module.
 */
function walk(
  node: Node,
  visit: (node: Node, parameters: Set<string>) => boolean,
  parameters = new Set<string>(),
) {
  if (!visit(node, parameters)) return;
  const own = (node['params'] as Node[] | undefined)?.flatMap?.(boundNames);
  const within = own?.length ? new Set([...parameters, ...own]) : parameters;
  for (const [part, value] of Object.entries(node)) {
    if (!node['computed'] && (part === 'key' || part === 'property')) continue;
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
      if (typeof (child as Node | null)?.type === 'string') walk(child as Node, visit, within);
  }
}
