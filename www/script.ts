// One classic script with everything in it, for pages that can take no more: defines <bead-work> and `beadwork`.
import './element/packed';

export * from './element';
