// What the public module exports, read from its TypeScript: names, signatures, doc comments, and where each stands.
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The module that has everything in it, and the one for three.js, which stands alone. */
const ENTRIES = ['www/element.ts', 'www/three.ts'];

/** Where names come from, in the order of the page. A file that is not here cannot export anything unnoticed. */
const GROUPS = [
  {
    title: 'Simulation',
    lede: 'A scene on the GPU, or on the CPU where there is none. It needs no canvas, and nothing happens until `step` is called.',
    files: ['www/simulation.ts'],
  },
  {
    title: 'View',
    lede: 'Draws one simulation, or several side by side, into a canvas.',
    files: ['www/view.ts'],
  },
  {
    title: 'The element',
    lede: 'From `beadwork/element`, which exports everything else on this page too, but the texts of the kernels.',
    files: ['www/element/bead-work.ts', 'www/element/attribute-list.ts', 'www/element/events.ts'],
  },
  {
    title: 'three.js',
    lede: 'From `beadwork/three`: objects of a scene of three.js follow bodies. The package `three` is your own.',
    files: ['www/three/attach.ts', 'www/three/physics.ts', 'www/three/shapes.ts'],
  },
  {
    title: 'What there is to choose from',
    lede: 'Lists for menus and checks; they need neither the wasm nor WebGPU.',
    files: ['www/exports.ts', 'www/kernels.ts'],
  },
  {
    title: 'Recordings',
    lede: 'What happened to a simulation, to be played back to the same bits.',
    files: ['www/recording.ts'],
  },
  {
    title: 'Loading, errors and the device',
    lede: 'What can go wrong says so with a stable code.',
    files: ['www/loading.ts', 'www/machine.ts', 'www/errors.ts', 'www/recovery.ts'],
  },
  {
    title: 'Shapes',
    lede: 'What the calls above take and give.',
    files: [
      'www/types.ts',
      'www/joint-types.ts',
      'www/ray-types.ts',
      'www/body-types.ts',
      'www/generated/tables.ts',
    ],
  },
];

/** What is called comes before what it takes. */
const KINDS = ['class', 'function', 'interface', 'type'];

export const files = () => [...new Set([...ENTRIES, ...GROUPS.flatMap((group) => group.files)])];

function openProgram() {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  return ts.createProgram(
    ENTRIES.map((entry) => join(root, entry)),
    options,
  );
}

/** The groups, each with its `exports`. */
export function readApi() {
  const program = openProgram();
  const checker = program.getTypeChecker();
  const symbols = ENTRIES.flatMap((entry) =>
    checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(join(root, entry)))),
  ).map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol));
  // what both hand out is one
  const exported = [...new Set(symbols)]
    .map((symbol) => describe(symbol, checker))
    .sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || a.line - b.line);
  const known = new Set(GROUPS.flatMap((group) => group.files));
  const unlisted = exported.find(({ file }) => !known.has(file));
  if (unlisted)
    throw new Error(
      `scripts/api/read.mjs: ${unlisted.name} comes from ${unlisted.file}, which is in no group.`,
    );
  return GROUPS.map((group) => ({
    ...group,
    exports: group.files.flatMap((file) => exported.filter((one) => one.file === file)),
  }));
}

function describe(symbol, checker) {
  const node = symbol.declarations.find((one) => !ts.isModuleDeclaration(one));
  const common = { name: symbol.name, ...place(node), ...docs(node) };
  if (ts.isFunctionDeclaration(node))
    return { ...common, kind: 'function', signature: `function ${callable(symbol.name, node, checker)}` };
  if (ts.isTypeAliasDeclaration(node)) {
    const type = dedent(node.type.getText());
    const equals = type.startsWith('|') ? '=\n  ' : '= ';
    return { ...common, kind: 'type', signature: `type ${symbol.name} ${equals}${type}` };
  }
  if (ts.isInterfaceDeclaration(node))
    return {
      ...common,
      kind: 'interface',
      signature: `interface ${symbol.name}`,
      members: [node, ...bases(node, checker)].flatMap((one) => members(one, symbol.name, checker)),
    };
  if (ts.isClassDeclaration(node)) {
    // the element's parent only adds types to HTMLElement
    const [parent] = node.heritageClauses ?? [];
    const above = parent?.getText().replace('EventfulElement', 'HTMLElement');
    return {
      ...common,
      kind: 'class',
      signature: `class ${symbol.name}${above ? ` ${above}` : ''}`,
      members: members(node, symbol.name, checker),
    };
  }
  throw new Error(`scripts/api/read.mjs: ${symbol.name} is of a kind that the page does not show.`);
}

/** The interfaces that an interface takes its other members from. */
const bases = (node, checker) =>
  (node.heritageClauses ?? [])
    .flatMap(({ types }) => types)
    .flatMap((type) => checker.getTypeAtLocation(type).symbol.declarations);

/** File, and the line that the name stands on, counted from 1. */
function place(node) {
  const source = node.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition((node.name ?? node).getStart());
  return { file: relative(root, source.fileName), line: line + 1 };
}

function docs(node) {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).slice(-1);
  const tags = ts.getJSDocTags(node);
  const words = (text) => (ts.getTextOfJSDocComment(text) ?? '').replace(/^- /, '').trim();
  return {
    doc: words(comment?.comment),
    parameters: tags
      .filter(ts.isJSDocParameterTag)
      .map((tag) => ({ name: tag.name.getText(), doc: words(tag.comment) })),
    returns: words(tags.find(ts.isJSDocReturnTag)?.comment),
  };
}

const isHidden = (node) =>
  !node.name === !ts.isConstructorDeclaration(node) ||
  (node.name && ts.isPrivateIdentifier(node.name)) ||
  (ts.getCombinedModifierFlags(node) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0 ||
  ts.getJSDocTags(node).some((tag) => tag.tagName.text === 'internal');

function members(owner, ownerName, checker) {
  const shown = owner.members.filter((node) => !isHidden(node));
  const nameOf = (node) => (node.name ? node.name.getText().replace(/^['"]|['"]$/g, '') : 'constructor');
  return shown
    .filter((node) => !ts.isSetAccessor(node))
    .map((node) => {
      const name = nameOf(node);
      const setter = shown.find((other) => ts.isSetAccessor(other) && nameOf(other) === name);
      const isStatic = (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Static) !== 0;
      return {
        name,
        isStatic,
        signature: memberSignature(node, ownerName, { isStatic, settable: Boolean(setter) }, checker),
        isCall:
          ts.isMethodDeclaration(node) || ts.isMethodSignature(node) || ts.isConstructorDeclaration(node),
        ...place(node),
        ...docs(node),
      };
    });
}

function memberSignature(node, ownerName, { isStatic, settable }, checker) {
  if (ts.isConstructorDeclaration(node)) return `new ${callable(ownerName, node, checker)}`;
  const name = `${isStatic ? `${ownerName}.` : ''}${node.name.getText()}`;
  if (ts.isMethodDeclaration(node) || ts.isMethodSignature(node))
    return callable(`${name}${node.questionToken ? '?' : ''}`, node, checker);
  const isReadonly =
    (ts.isGetAccessor(node) && !settable) || ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Readonly;
  const type = node.type ? dedent(node.type.getText()) : written(node, checker);
  return `${isReadonly ? 'readonly ' : ''}${name}${node.questionToken ? '?' : ''}: ${type}`;
}

function callable(name, node, checker) {
  const parameters = node.parameters.map((parameter) => {
    const type = parameter.type ? parameter.type.getText() : written(parameter, checker);
    const asked = parameter.questionToken || parameter.initializer ? '?' : '';
    const value = parameter.initializer ? ` = ${parameter.initializer.getText()}` : '';
    return `${parameter.name.getText()}${value ? '' : asked}: ${type}${value}`;
  });
  const generics = node.typeParameters
    ? `<${node.typeParameters.map((one) => one.getText()).join(', ')}>`
    : '';
  const flat = `${name}${generics}(${parameters.join(', ')})`;
  const head = flat.length > 88 ? `${name}${generics}(\n  ${parameters.join(',\n  ')},\n)` : flat;
  return node.type ? `${head}: ${dedent(node.type.getText())}` : head;
}

/** The type of what has none written down. */
const written = (node, checker) =>
  checker.typeToString(checker.getTypeAtLocation(node), node, ts.TypeFlags.NoTruncation);

/** A type that goes over lines, without the indent of its place. */
function dedent(text) {
  const [first, ...rest] = text.split('\n');
  const indent = Math.min(...rest.filter((line) => line.trim()).map((line) => line.match(/^ */)[0].length));
  return [first, ...rest.map((line) => `  ${line.slice(indent)}`)].join('\n').replace(/\n {2}\}/, '\n}');
}
