/** The key of the workspace's state under which unfinished orders are stored. */
export const unfinishedOrdersKey = 'humanTranslation.unfinishedOrders';
