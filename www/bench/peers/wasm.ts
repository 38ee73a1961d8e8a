// Engines that Emscripten made. Their memory grows and never shrinks, so each scene has an instance of its own: when that is let
// go, all of its memory goes. What was fetched and compiled is kept.
import { detail } from '../../loading';

const compiled = new Map<string, Promise<WebAssembly.Module>>();

function compile(address: string): Promise<WebAssembly.Module> {
  const known = compiled.get(address);
  if (known) return known;
  const found = fetch(address).then((response) => {
    if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
    return WebAssembly.compileStreaming(response);
  });
  compiled.set(address, found);
  // a failure is not kept: the next call tries again
  found.catch(() => compiled.delete(address));
  return found;
}

/** What `fetching` brings, or a sentence that says which engine it was not. */
export async function loaded<T>(title: string, fetching: () => Promise<T>): Promise<T> {
  try {
    return await fetching();
  } catch (error) {
    throw new Error(`${title} could not be loaded: ${detail(error)}`);
  }
}

interface Hooks {
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
}

/** An engine by what its package exports and where its wasm is. */
export const instanceOf = <Engine>(
  title: string,
  factory: (hooks: Hooks) => Promise<Engine>,
  address: string,
): Promise<Engine> =>
  loaded(title, async () => {
    const module = await compile(address);
    return new Promise((resolve, reject) => {
      const instantiateWasm: Hooks['instantiateWasm'] = (imports, done) => {
        WebAssembly.instantiate(module, imports).then((instance) => done(instance, module), reject);
        return {};
      };
      factory({ instantiateWasm }).then(resolve, reject);
    });
  });
