// The public module.
export * from './exports';
export { kernels } from './kernels';
