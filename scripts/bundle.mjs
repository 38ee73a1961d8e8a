// npm run bundle: the native benchmark in a folder of its own, for a Linux machine that has a graphics card and neither a network
// nor this repository: target/bundle/beadwork-bench and a .tar.gz of it.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLine } from './setup/command-line.mjs';
import { capture, main, root, run, SetupError, which } from './setup/run.mjs';
import { rust } from './setup/rust.mjs';
import { vulkan } from './setup/vulkan.mjs';

const usage = 'npm run bundle';
const NAME = 'beadwork-bench';
const LOADER = 'libvulkan.so.1';

/** For the loader, which asks for the driver by the name that NVIDIA's has on every system. */
const ICD = {
  file_format_version: '1.0.1',
  ICD: { library_path: 'libGLX_nvidia.so.0', api_version: '1.3.0' },
};

const RUN = `#!/bin/sh
# ./run.sh measures the whole table into results/, or goes on with what is missing. Options: ./run.sh --help
here=$(cd "$(dirname "$0")" && pwd)
export LD_LIBRARY_PATH

# whether the system knows a library
has() { { /sbin/ldconfig -p || ldconfig -p; } 2>/dev/null | grep -q "$1"; }
# where it is looked for last
also_in() { LD_LIBRARY_PATH="\${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$1"; }

has ${LOADER} || also_in "$here/lib"

# NVIDIA's driver, mounted where the system does not look
driver=/usr/local/nvidia
has libGLX_nvidia.so.0 || { [ -e $driver/lib64/libGLX_nvidia.so.0 ] && also_in $driver/lib64; } || driver=
# without a file that names it to the loader
if [ -n "$driver" ] && [ -z "$VK_DRIVER_FILES$VK_ICD_FILENAMES" ] &&
  ! ls /etc/vulkan/icd.d/nvidia*.json /usr/share/vulkan/icd.d/nvidia*.json /usr/local/share/vulkan/icd.d/nvidia*.json 2>/dev/null |
    grep -q json; then
  own=$driver/share/vulkan/icd.d/nvidia_icd.json
  [ -e "$own" ] || own=$here/lib/nvidia_icd.json
  export VK_DRIVER_FILES="$own" VK_ICD_FILENAMES="$own"
fi

exec "$here/lib/bench" "$@" --table --out "$here/results/table"
`;

/** The newest glibc that something in the file asks for, such as 2.34. */
function glibc(file) {
  const symbols = capture('objdump', ['-T', file], { maxBuffer: 1 << 26 }) ?? '';
  const versions = [...symbols.matchAll(/GLIBC_(\d+)\.(\d+)/g)].map(([, major, minor]) => [+major, +minor]);
  const [newest] = versions.sort((a, b) => b[0] - a[0] || b[1] - a[1]);
  return newest?.join('.') ?? 'an unknown version';
}

const readme = (build, needed) => `Beadwork's benchmark, build ${build}.

    ./run.sh

measures how fast every solver is and what error it leaves, in 14 scenes from 1,000 bodies to the largest that fits, on the graphics
card of this machine. The results are in results/: table.md to read, table.json for programs. A line shows what is being measured, how
much is done and about how long the rest takes. You can stop it at any time with Ctrl-C, and ./run.sh goes on where it ended: what has
been measured is not measured again.

    ./run.sh --minutes 9                              ends after nine minutes; the next ./run.sh goes on
    ./run.sh --scene heap,net --sizes 1000,100000     some scenes in some sizes
    ./run.sh --again --scene heap                     measures once more what is known
    ./run.sh --rounds 3 --frames 120                  is quicker: fewer rounds of the clock, 2 s of motion instead of 10
    ./run.sh --out FILE                               another place for FILE.md and FILE.json
    ./run.sh --help                                   all options

It needs Linux on x86-64 with glibc ${needed} or newer, and a driver for Vulkan. No network, no root. The Vulkan loader in lib/ is used
only where the system has none, and lib/nvidia_icd.json only where NVIDIA's driver is there and nothing says so to the loader.
If it says that no adapter could be had, set VK_DRIVER_FILES to your driver's .json file and try again.

Beadwork: MIT or Apache-2.0. The Vulkan loader, ${LOADER}: Apache-2.0, The Khronos Group and others.
`;

/** The loader's path here. */
function loader() {
  const known = capture('/sbin/ldconfig', ['-p']) ?? '';
  const path = known.match(new RegExp(`${LOADER.replaceAll('.', '\\.')} .*x86-64.* => (.*)`))?.[1];
  if (!path) throw new SetupError(`${LOADER} is missing here: please install libvulkan1 and try again.`);
  return path;
}

const mebibytes = (path) => (statSync(path).size / 2 ** 20).toFixed(1);

main(async () => {
  commandLine('bundle', usage, {});
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new SetupError('A bundle is made on Linux, x86-64, for such machines.');
  for (const tool of ['objdump', 'strip', 'tar'])
    if (!which([tool]))
      throw new SetupError(`'${tool}' is missing: please install binutils and tar and try again.`);
  await rust();
  const commit = capture('git', ['rev-parse', '--short', 'HEAD']) ?? 'no commit';
  const changed = capture('git', ['status', '--porcelain', '--untracked-files=no']);
  const build = `${commit}${changed ? ', changed' : ''}`;
  await run('Building the benchmark', 'cargo', ['build', '--release', '--example', 'bench'], {
    env: { ...process.env, BEADWORK_BUILD: build },
  });

  const above = join(root, 'target', 'bundle');
  const folder = join(above, NAME);
  const lib = join(folder, 'lib');
  rmSync(above, { recursive: true, force: true });
  mkdirSync(lib, { recursive: true });
  const bench = join(lib, 'bench');
  await run('Stripping it', 'strip', ['-o', bench, join(root, 'target', 'release', 'examples', 'bench')]);
  copyFileSync(loader(), join(lib, LOADER));
  const needed = glibc(bench);
  writeFileSync(join(lib, 'nvidia_icd.json'), `${JSON.stringify(ICD, null, 2)}\n`);
  writeFileSync(join(folder, 'run.sh'), RUN);
  chmodSync(join(folder, 'run.sh'), 0o755);
  writeFileSync(join(folder, 'README.txt'), readme(build, needed));
  // which the table's words on bytes link to
  mkdirSync(join(folder, 'results'));
  copyFileSync(join(root, 'docs', 'benchmarks', 'bytes.md'), join(folder, 'results', 'bytes.md'));
  for (const name of ['LICENSE-APACHE', 'LICENSE-MIT']) copyFileSync(join(root, name), join(folder, name));

  const archive = join(above, `${NAME}.tar.gz`);
  await run('Packing it', 'tar', ['-czf', archive, '-C', above, NAME]);
  await tried(archive);
  console.log(`${folder}
${archive}: ${mebibytes(archive)} MiB; the program ${mebibytes(bench)} MiB, needs glibc ${needed}; ${LOADER} needs ${glibc(join(lib, LOADER))}`);
});

/** Unpacked elsewhere, with an empty environment but for the device: it measures a small scene and goes on with a second. */
async function tried(archive) {
  const { VK_ICD_FILENAMES, VK_DRIVER_FILES } = { ...process.env, ...(await vulkan()) };
  const env = Object.fromEntries(
    Object.entries({ VK_ICD_FILENAMES, VK_DRIVER_FILES }).filter(([, value]) => value),
  );
  const elsewhere = mkdtempSync(join(tmpdir(), 'beadwork-bundle-'));
  try {
    await run('Unpacking it elsewhere', 'tar', ['-xzf', archive, '-C', elsewhere]);
    const place = join(elsewhere, NAME);
    const small = ['--sizes', '100', '--rounds', '1', '--frames', '5', '--no-gaps'];
    for (const scene of ['arm', 'arm,pendant'])
      await run(`Trying it on ${scene}`, join(place, 'run.sh'), ['--scene', scene, ...small], {
        cwd: elsewhere,
        env,
      });
    const records = join(place, 'results', 'table.json');
    const { scenes } = existsSync(records) ? JSON.parse(readFileSync(records, 'utf8')) : { scenes: [] };
    const whole = ({ contract, rows }) => contract && rows.every(({ wall, quality }) => wall && quality.hash);
    if (scenes.length !== 2 || !scenes.every(whole))
      throw new SetupError('The bundle ran and did not measure all.');
  } finally {
    rmSync(elsewhere, { recursive: true, force: true });
  }
}
