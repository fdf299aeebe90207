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

/** The members that all nodes have. A node stays the same object as long as its row exists: VS Code relies on that. */
interface NodeBase {
  /** Unique in the tree. */
  readonly id: string;
  readonly parent: GroupNode | OthersNode | undefined;
  row: Row;
}

/** A row of a job. Job commands get it as their argument, so it has the members of `JobArgument`. */
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
  /** How many jobs are shown at most. */
  limit: number;
  /** The rows below it; undefined until they have been requested. */
  children: readonly (JobNode | MoreNode)[] | undefined;
}

/** The row that shows more jobs of a group. */
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
  /** The id of service and account. */
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
  #groupById: ReadonlyMap<string, GroupNode> = new Map();
  #othersNode: OthersNode | undefined;
  #rowContext: RowContext = { grouping: 'status', now: 0, sandbox: false, cancelable: new Map() };

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
   * Replaces the jobs. Returns the rows that have changed, or that have other rows below them than before; undefined if
   * the outermost rows are others than before.
   */
  update({ jobs, grouping, isOwn, services, sandbox, now }: NodesInput): readonly JobsNode[] | undefined {
    this.#rowContext = { grouping, now, sandbox, cancelable: countCancelable(jobs) };
    const { ownGroups, otherGroups, otherJobCount } = groupJobs(jobs, grouping, isOwn);
    const [previousRoots, previousGroups] = [this.#roots, this.#groupById];
    const changedNodes: JobsNode[] = [];
    const othersNode = this.#updateOthers(otherGroups, otherJobCount, changedNodes);
    const groups = new Map<string, GroupNode>();
    /** Returns the node of a group: the existing one, brought up to date, or a new one. */
    const nodeOf = (group: JobGroup, index: number, parent: OthersNode | undefined): GroupNode => {
      const existing = previousGroups.get(group.id);
      const node = existing ?? this.#makeGroup(group, index, parent);
      if (existing !== undefined) this.#updateGroup(existing, group, changedNodes);
      groups.set(group.id, node);
      return node;
    };
    const ownNodes = ownGroups.map((group, index) => nodeOf(group, index, undefined));
    if (othersNode !== undefined) {
      const previousGroupNodes = othersNode.groups;
      othersNode.groups = otherGroups.map((group, index) => nodeOf(group, index, othersNode));
      if (!hasSameNodes(previousGroupNodes, othersNode.groups) && !changedNodes.includes(othersNode))
        changedNodes.push(othersNode);
    }
    this.#services = this.#updateServices(services, changedNodes);
    this.#roots = [...this.#services, ...ownNodes, ...(othersNode === undefined ? [] : [othersNode])];
    this.#groupById = groups;
    if (!hasSameNodes(previousRoots, this.#roots)) return undefined;
    // VS Code updates the rows below a changed row with it.
    const changedSet = new Set(changedNodes);
    return changedNodes.filter((node) => !isBelow(node, changedSet));
  }

  #updateServices(services: readonly OpenElsewhere[], changedNodes: JobsNode[]): readonly ServiceNode[] {
    return services.map((service) => {
      const row = serviceRow(service);
      const existing = this.#services.find(({ account }) => account === service.account);
      if (existing !== undefined) replaceRow(existing, row, changedNodes);
      const id = `service/${service.account}`;
      return existing ?? { kind: 'service', id, parent: undefined, account: service.account, row };
    });
  }

  #updateOthers(groups: readonly JobGroup[], jobCount: number, changedNodes: JobsNode[]): OthersNode | undefined {
    if (jobCount === 0) {
      this.#othersNode = undefined;
      return undefined;
    }
    const reviewable = new Set(groups.flatMap(({ jobs }) => jobs.filter(({ status }) => status === 'reviewable')));
    const row = othersRow(jobCount, reviewable.size);
    if (this.#othersNode === undefined)
      this.#othersNode = { kind: 'others', id: 'others', parent: undefined, groups: [], row };
    else replaceRow(this.#othersNode, row, changedNodes);
    return this.#othersNode;
  }

  #makeGroup(group: JobGroup, index: number, parent: OthersNode | undefined): GroupNode {
    return {
      kind: 'group',
      id: group.id,
      parent,
      group,
      row: groupRow(group, this.#rowContext),
      startsExpanded: index < maxExpanded && group.jobs.some((job) => !isClosed(job)),
      limit: pageSize,
      children: undefined,
      get jobs() {
        return this.group.jobs.map(({ id, translationHash }) => ({ jobId: id, ...present({ translationHash }) }));
      },
    };
  }

  #updateGroup(node: GroupNode, group: JobGroup, changedNodes: JobsNode[]): void {
    node.group = group;
    const isReplaced = replaceRow(node, groupRow(group, this.#rowContext), changedNodes);
    const previousChildren = node.children;
    if (previousChildren === undefined) return;
    node.children = this.#makeChildren(node, changedNodes);
    if (!isReplaced && !hasSameNodes(previousChildren, node.children)) changedNodes.push(node);
  }

  /** Returns the nodes of a group's most urgent jobs. Existing ones are kept, and added to `changedNodes` if needed. */
  #makeChildren(node: GroupNode, changedNodes: JobsNode[] = []): readonly (JobNode | MoreNode)[] {
    const existingById = new Map(node.children?.map((child) => [child.id, child]));
    const sortedJobs = sortByUrgency(node.group.jobs);
    const jobNodes = sortedJobs.slice(0, node.limit).map((job) => {
      const id = `${node.id}/job:${job.id}`;
      const row = jobRow(job, this.#rowContext);
      const existing = existingById.get(id);
      if (existing?.kind !== 'job') return makeJob({ id, parent: node, job, row });
      const isRowChanged = replaceRow(existing, row, changedNodes);
      // The row of another translation may be the same, but not its tooltip.
      const isTooltipChanged = existing.translationHash !== job.translationHash;
      if (!isRowChanged && isTooltipChanged) changedNodes.push(existing);
      existing.job = job;
      existing.translationHash = job.translationHash;
      return existing;
    });
    const remaining = sortedJobs.length - jobNodes.length;
    if (remaining === 0) return jobNodes;
    const id = `${node.id}/more`;
    const row = moreRow(Math.min(pageSize, remaining), remaining);
    const existingMore = existingById.get(id);
    if (existingMore?.kind !== 'more') return [...jobNodes, { kind: 'more', id, parent: node, row }];
    replaceRow(existingMore, row, changedNodes);
    return [...jobNodes, existingMore];
  }
}

function makeJob({ id, parent, job, row }: Pick<JobNode, 'id' | 'parent' | 'job' | 'row'>): JobNode {
  return { kind: 'job', id, parent, row, job, jobId: job.id, translationHash: job.translationHash };
}

/** Replaces the row of a node. If that changes what is shown, adds the node to `changedNodes` and returns true. */
function replaceRow(node: JobsNode, row: Row, changedNodes: JobsNode[]): boolean {
  const isSame = textOf(node.row) === textOf(row);
  node.row = row;
  if (!isSame) changedNodes.push(node);
  return !isSame;
}

/** Returns a text that differs for rows that differ on the screen. */
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

function hasSameNodes(nodes: readonly JobsNode[], otherNodes: readonly JobsNode[]): boolean {
  return nodes.length === otherNodes.length && nodes.every((node, index) => node === otherNodes[index]);
}

/** Returns whether a node is below one of these, at any depth. */
function isBelow({ parent }: JobsNode, nodes: ReadonlySet<JobsNode>): boolean {
  return parent !== undefined && (nodes.has(parent) || isBelow(parent, nodes));
}
