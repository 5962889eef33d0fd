import {
  type Channel,
  type NotificationId,
  notifications,
  type Priority,
  priorities,
} from "@vestibule/catalogue/notification.table.ts";

export interface MessageQueue {
  /** For example "email-code". */
  name: string;
  channel: Channel;
  notifications: readonly NotificationId[];
  concurrency: number;
  alarmSeconds: number;
}

/** One queue for each channel and priority that has a message. */
export const messageQueues: readonly MessageQueue[] = (["EMAIL", "SMS", "VOICE", "LETTER"] as const).flatMap(
  (channel) => (["code", "notice"] as const).flatMap((priority) => queueOf(channel, priority)),
);

function queueOf(channel: Channel, priority: Priority): MessageQueue[] {
  const rows = Object.entries(notifications).filter(
    ([, row]) => row.priority === priority && row.channels.some((one) => one === channel),
  );
  if (rows.length === 0) return [];
  return [
    {
      name: `${channel.toLowerCase()}-${priority}`,
      channel,
      notifications: rows.map(([id]) => id as NotificationId),
      ...priorities[priority],
    },
  ];
}

export function findQueue(message: { channel: Channel; notification: NotificationId }): MessageQueue | undefined {
  return messageQueues.find(
    ({ channel, notifications: ids }) => channel === message.channel && ids.includes(message.notification),
  );
}
