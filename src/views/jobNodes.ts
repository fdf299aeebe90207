import { present } from '../base/present.ts';
import type { JobsArgument } from '../editor/commandIds.ts';
import { isClosed, type TrackedJob } from '../orders/model/trackedJob.ts';
import { plain } from '../words/plain.ts';
import { groupJobs, sortByUrgency, type Grouping, type JobGroup } from './jobGroups.ts';
import {
  countCancelable,
  groupRow,
  jobRow,
  moreRow,
  othersRow,
  serviceRow,
  type OpenElsewhere,
  type Row,
  type RowContext,
} from './jobRow.ts';

/** How many jobs of a group are shown at first, and how many more each time. */
export const pageSize = 500;

/** The most groups that are expanded at first. */
const maxExpanded = 20;

/** The rows that a node has in common. A node stays the same object as long as its row exists. */
interface NodeBase {
  /** Unique in the tree. */
  readonly id: string;
  readonly parent: GroupNode | OthersNode | undefined;
  row: Row;
}

/** A row of a job. It is also the argument of job commands: see `JobArgument`. */
export interface JobNode extends NodeBase {
  readonly kind: 'job';
  readonly parent: GroupNode;
  readonly jobId: string;
  job: TrackedJob;
  translationHash: string | undefined;
}

/** A row of a group. Commands get the jobs below it. */
export interface GroupNode extends NodeBase, JobsArgument {
  readonly kind: 'group';
  readonly parent: OthersNode | undefined;
  group: JobGroup;
  readonly startsExpanded: boolean;
  /** How many jobs are shown. */
  limit: number;
  /** The rows below it; undefined until they have been requested. */
  children: readonly (JobNode | MoreNode)[] | undefined;
}

export interface MoreNode extends NodeBase {
  readonly kind: 'more';
  readonly parent: GroupNode;
}

/** The row that has the jobs of other folders below it. */
export interface OthersNode extends NodeBase {
  readonly kind: 'others';
  readonly parent: undefined;
  groups: readonly GroupNode[];
}

/** The row of a service that is not in use and has open jobs. */
export interface ServiceNode extends NodeBase {
  readonly kind: 'service';
  readonly parent: undefined;
  readonly account: string;
}

/** A row of the Jobs view. */
export type JobsNode = JobNode | GroupNode | MoreNode | OthersNode | ServiceNode;

/** An outermost row. */
type RootNode = ServiceNode | GroupNode | OthersNode;

export interface NodesInput {
  readonly jobs: readonly TrackedJob[];
  readonly grouping: Grouping;
  /** Returns whether a job belongs to an open folder. */
  readonly isOwn: (job: TrackedJob) => boolean;
  /** The services that are not in use and have open jobs. */
  readonly services: readonly OpenElsewhere[];
  readonly sandbox: boolean;
  readonly now: number;
}

/**
 * The rows of the Jobs view. Rows below a group exist only once they have been requested, at most `pageSize` at first,
 * so that the number of jobs matters little. An update returns the rows that have changed.
 */
export class JobNodes {
  #roots: readonly RootNode[] = [];
  #services: readonly ServiceNode[] = [];
  #groups: ReadonlyMap<string, GroupNode> = new Map();
  #others: OthersNode | undefined;
  #context: RowContext = { grouping: 'status', now: 0, sandbox: false, cancelable: new Map() };

  get roots(): readonly RootNode[] {
    return this.#roots;
  }

  /** Returns the rows below a row. */
  children(node: JobsNode): readonly JobsNode[] {
    if (node.kind === 'others') return node.groups;
    if (node.kind !== 'group') return [];
    node.children ??= this.#makeChildren(node);
    return node.children;
  }

  /** Shows more jobs of a group. Returns its row, which has changed. */
  showMore({ parent }: MoreNode): GroupNode {
    parent.limit += pageSize;
    parent.children = this.#makeChildren(parent);
    return parent;
  }

  /**
   * Replaces the jobs. Returns the rows whose texts or rows below them have changed; undefined if the outermost rows
   * are others than before.
   */
  update({ jobs, grouping, isOwn, services, sandbox, now }: NodesInput): readonly JobsNode[] | undefined {
    this.#context = { grouping, now, sandbox, cancelable: countCancelable(jobs) };
    const { own, others, otherCount } = groupJobs(jobs, grouping, isOwn);
    const [previousRoots, previousGroups] = [this.#roots, this.#groups];
    const changed: JobsNode[] = [];
    const othersNode = this.#updateOthers(others, otherCount, changed);
    const groups = new Map<string, GroupNode>();
    const keep = (group: JobGroup, index: number, parent: OthersNode | undefined): GroupNode => {
      const existing = previousGroups.get(group.id);
      const node = existing ?? this.#makeGroup(group, index, parent);
      if (existing !== undefined) this.#updateGroup(existing, group, changed);
      groups.set(group.id, node);
      return node;
    };
    const ownNodes = own.map((group, index) => keep(group, index, undefined));
    if (othersNode !== undefined) {
      const before = othersNode.groups;
      othersNode.groups = others.map((group, index) => keep(group, index, othersNode));
      if (!hasSameRows(before, othersNode.groups) && !changed.includes(othersNode)) changed.push(othersNode);
    }
    this.#services = this.#updateServices(services, changed);
    this.#roots = [...this.#services, ...ownNodes, ...(othersNode === undefined ? [] : [othersNode])];
    this.#groups = groups;
    if (!hasSameRows(previousRoots, this.#roots)) return undefined;
    // A row that is updated brings those below it up to date.
    const updated = new Set(changed);
    return changed.filter(({ parent }) => parent === undefined || !(updated.has(parent) || isBelow(parent, updated)));
  }

  #updateServices(services: readonly OpenElsewhere[], changed: JobsNode[]): readonly ServiceNode[] {
    return services.map((service) => {
      const row = serviceRow(service);
      const existing = this.#services.find(({ account }) => account === service.account);
      if (existing !== undefined) replaceRow(existing, row, changed);
      const id = `service/${service.account}`;
      return existing ?? { kind: 'service', id, parent: undefined, account: service.account, row };
    });
  }

  #updateOthers(others: readonly JobGroup[], count: number, changed: JobsNode[]): OthersNode | undefined {
    if (count === 0) {
      this.#others = undefined;
      return undefined;
    }
    const reviewable = new Set(others.flatMap(({ jobs }) => jobs.filter(({ status }) => status === 'reviewable')));
    const row = othersRow(count, reviewable.size);
    if (this.#others === undefined) this.#others = { kind: 'others', id: 'others', parent: undefined, groups: [], row };
    else replaceRow(this.#others, row, changed);
    return this.#others;
  }

  #makeGroup(group: JobGroup, index: number, parent: OthersNode | undefined): GroupNode {
    return {
      kind: 'group',
      id: group.id,
      parent,
      group,
      row: groupRow(group, this.#context),
      startsExpanded: index < maxExpanded && group.jobs.some((job) => !isClosed(job)),
      limit: pageSize,
      children: undefined,
      get jobs() {
        return this.group.jobs.map(({ id, translationHash }) => ({ jobId: id, ...present({ translationHash }) }));
      },
    };
  }

  #updateGroup(node: GroupNode, group: JobGroup, changed: JobsNode[]): void {
    node.group = group;
    const isReplaced = replaceRow(node, groupRow(group, this.#context), changed);
    const before = node.children;
    if (before === undefined) return;
    node.children = this.#makeChildren(node, changed);
    if (!isReplaced && !hasSameRows(before, node.children)) changed.push(node);
  }

  /** Returns the rows of the most urgent jobs of a group. Rows that exist are kept, and added to `changed`. */
  #makeChildren(node: GroupNode, changed: JobsNode[] = []): readonly (JobNode | MoreNode)[] {
    const childById = new Map(node.children?.map((child) => [child.id, child]));
    const sorted = sortByUrgency(node.group.jobs);
    const rows = sorted.slice(0, node.limit).map((job) => {
      const id = `${node.id}/job:${job.id}`;
      const row = jobRow(job, this.#context);
      const child = childById.get(id);
      if (child?.kind !== 'job') return makeJob({ id, parent: node, job, row });
      // A translation that has changed may have the same row, but another tooltip.
      if (!replaceRow(child, row, changed) && child.translationHash !== job.translationHash) changed.push(child);
      child.job = job;
      child.translationHash = job.translationHash;
      return child;
    });
    const remaining = sorted.length - rows.length;
    if (remaining === 0) return rows;
    const id = `${node.id}/more`;
    const row = moreRow(Math.min(pageSize, remaining), remaining);
    const more = childById.get(id);
    if (more?.kind !== 'more') return [...rows, { kind: 'more', id, parent: node, row }];
    replaceRow(more, row, changed);
    return [...rows, more];
  }
}

function makeJob({ id, parent, job, row }: Pick<JobNode, 'id' | 'parent' | 'job' | 'row'>): JobNode {
  return { kind: 'job', id, parent, row, job, jobId: job.id, translationHash: job.translationHash };
}

/** Replaces the row of a node. Returns whether it shows something else than before; the node is then in `changed`. */
function replaceRow(node: JobsNode, row: Row, changed: JobsNode[]): boolean {
  const isSame = textOf(node.row) === textOf(row);
  node.row = row;
  if (!isSame) changed.push(node);
  return !isSame;
}

function textOf({ label, description, spoken, icon, severity, contextValue }: Row): string {
  return JSON.stringify([
    plain(label),
    description === undefined ? '' : plain(description),
    plain(spoken),
    icon,
    severity,
    contextValue,
  ]);
}

function hasSameRows(one: readonly JobsNode[], other: readonly JobsNode[]): boolean {
  return one.length === other.length && one.every((node, index) => node === other[index]);
}

function isBelow({ parent }: JobsNode, nodes: ReadonlySet<JobsNode>): boolean {
  return parent !== undefined && (nodes.has(parent) || isBelow(parent, nodes));
}
