-- AlterTable
ALTER TABLE `scheduled_message` ADD COLUMN `promised` VARCHAR(8) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL AFTER `zone_rules`;

-- What is more than a wall clock that exists once
ALTER TABLE `scheduled_message` ADD CONSTRAINT `known_promise` CHECK (`promised` IN ('earlier', 'later', 'instant'));
